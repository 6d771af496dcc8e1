import type { Manifest } from '@stele/snapshot';
import { LoaderError } from '../errors.ts';
import { CollectionFile, type FileSource } from './collection-file.ts';

/** Which source named a snapshot as live; `pinned` when the user did. */
export type SnapshotSource = 'api' | 'mirror' | 'cache' | 'pinned';

/** A snapshot whose manifest is verified. */
export class Snapshot {
  readonly manifest: Manifest;
  readonly source: SnapshotSource;
  /** Ledger sequence of the change that made it live; null when it's pinned. */
  readonly sequence: number | null;
  readonly contentUrl: string;
  /** Address of the project's folder there. */
  readonly projectUrl: string;
  readonly files: readonly CollectionFile[];

  constructor(options: {
    manifest: Manifest;
    source: SnapshotSource;
    sequence: number | null;
    files: Omit<FileSource, 'manifest'>;
  }) {
    const { manifest, files } = options;
    this.manifest = manifest;
    this.source = options.source;
    this.sequence = options.sequence;
    this.contentUrl = files.host.url;
    this.projectUrl = files.host.projectUrl;
    this.files = manifest.files.map((file) => new CollectionFile(file, { ...files, manifest }));
  }

  get collections(): readonly string[] {
    return [...new Set(this.manifest.files.map(({ collection }) => collection))];
  }

  get locales(): readonly string[] {
    return [...new Set(this.manifest.files.map(({ locale }) => locale))];
  }

  /** @throws LoaderError `unknown_collection`, `unknown_locale` */
  file(collection: string, locale: string): CollectionFile {
    const found = this.files.find(({ file }) => file.collection === collection && file.locale === locale);
    if (found) return found;
    const id = this.manifest.snapshot_id;
    const locales = this.manifest.files.filter((file) => file.collection === collection).map((file) => file.locale);
    if (locales.length > 0) {
      const message = `Snapshot ${id} has ${collection} in ${listed(locales)}, not in ${locale}. Publish if the project has it.`;
      throw new LoaderError('unknown_locale', message);
    }
    const message = `Snapshot ${id} has no collection ${collection}, but ${listed(this.collections)}. Push a schema that has it, and publish.`;
    throw new LoaderError('unknown_collection', message);
  }

  /** Reads and verifies every file. @throws LoaderError */
  async verify(): Promise<void> {
    for (const file of this.files) await file.complete();
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
