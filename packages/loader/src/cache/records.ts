import type { Pointer } from '../format/pointer.ts';
import {
  checkObject,
  countAt,
  digestAt,
  type Loose,
  PROJECT_ID,
  parseJson,
  SNAPSHOT_ID,
  textAt,
} from '../format/shapes.ts';
import { type LoaderCache, readFrom } from './cache.ts';
import { pointerName, snapshotName, verifiedName } from './names.ts';

/** A pointer as the cache keeps it. */
export interface KeptPointer extends Pointer {
  /** When a source last confirmed it, or when the snapshot was verified: milliseconds since 1970. */
  readonly seenAt: number;
}

type PointerKind = 'seen' | 'verified';

/** The small records of the cache: which snapshot was live, which was verified, and which manifest a snapshot has. */
export class CacheRecords {
  readonly #cache: LoaderCache;
  readonly #projectId: string;
  readonly #scope: string;

  /** @param scope tells projects, hosts and tokens apart without giving a token away */
  constructor(cache: LoaderCache, projectId: string, scope: string) {
    this.#cache = cache;
    this.#projectId = projectId;
    this.#scope = scope;
  }

  /** A pointer that was kept; null when there's none that can be read. */
  pointer(kind: PointerKind): Promise<KeptPointer | null> {
    return this.#read(this.#nameOf(kind), (record) => ({
      snapshotId: textAt(record, 'snapshot_id', SNAPSHOT_ID),
      publishedAt: textAt(record, 'published_at'),
      sequence: countAt(record, 'sequence'),
      manifestSha256: record.manifest_sha256 === null ? null : digestAt(record, 'manifest_sha256'),
      contentUrl: textAt(record, 'content_url'),
      seenAt: countAt(record, 'seen_at'),
    }));
  }

  keepPointer(kind: PointerKind, pointer: Pointer, seenAt: number): Promise<void> {
    return this.#write(this.#nameOf(kind), {
      snapshot_id: pointer.snapshotId,
      published_at: pointer.publishedAt,
      sequence: pointer.sequence,
      manifest_sha256: pointer.manifestSha256,
      content_url: pointer.contentUrl,
      seen_at: seenAt,
    });
  }

  /** SHA-256 of a snapshot's manifest; null when it isn't known. */
  manifestSha256(snapshotId: string): Promise<string | null> {
    return this.#read(snapshotName(this.#scope, snapshotId), (record) => digestAt(record, 'manifest_sha256'));
  }

  /** Notes a snapshot's manifest, and that the snapshot is in use now. */
  keepManifestSha256(snapshotId: string, sha256: string): Promise<void> {
    return this.#write(snapshotName(this.#scope, snapshotId), { manifest_sha256: sha256 });
  }

  #nameOf(kind: PointerKind): string {
    return kind === 'seen' ? pointerName(this.#scope) : verifiedName(this.#scope);
  }

  #read<Result>(name: string, parse: (record: Loose) => Result): Promise<Result | null> {
    return readFrom(this.#cache, name, (body) => {
      const record = checkObject(parseJson(body), 'the record');
      return textAt(record, 'project_id', PROJECT_ID) === this.#projectId ? parse(record) : null;
    });
  }

  async #write(name: string, record: Loose): Promise<void> {
    const text = JSON.stringify({ project_id: this.#projectId, ...record });
    await this.#cache.write(name, new TextEncoder().encode(text));
  }
}
