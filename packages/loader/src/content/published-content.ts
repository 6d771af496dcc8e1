import type { LoaderCache } from '../cache/cache.ts';
import type { Clock } from '../clock.ts';
import { type Entry, type EntryFrame, makeEntry } from '../entries/entry.ts';
import { readChain, streamChain } from '../entries/locale-chain.ts';
import type { Log } from '../log.ts';
import type { CollectionFile } from '../snapshot/collection-file.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Content, type Held, loadLine, type SnapshotInfo } from './content.ts';
import { holds } from './held-of.ts';
import type { SnapshotOpener } from './snapshot-opener.ts';

interface PublishedOptions {
  readonly opener: SnapshotOpener;
  readonly cache: LoaderCache;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when something was read of a snapshot. */
  readonly onRead: (snapshotId: string, publishedAt: string) => void;
}

/** Published content: of one snapshot until it's refreshed. */
export class PublishedContent implements Content {
  readonly #options: PublishedOptions;
  #snapshot: Promise<Snapshot> | null = null;
  #refreshing: Promise<boolean> | null = null;
  /** Locales that a snapshot lacks, and that were warned about. */
  readonly #lacking = new Set<string>();
  readonly #verified = new WeakMap<Snapshot, Set<CollectionFile>>();

  constructor(options: PublishedOptions) {
    this.#options = options;
  }

  async load(collection: string, locales: readonly string[]): Promise<readonly Entry[]> {
    const snapshot = await this.#current();
    const files = this.#filesIn(snapshot, collection, locales);
    const entries = await readChain(files, (file) => {
      const frame = frameOf(file, snapshot, locales);
      return (entry) => makeEntry(entry, frame);
    });
    await this.#loaded(snapshot, files);
    return entries;
  }

  async *iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry> {
    const snapshot = await this.#current();
    const files = this.#filesIn(snapshot, collection, locales);
    for await (const { entry, file } of streamChain(files, () => this.#loaded(snapshot, files))) {
      yield makeEntry(entry, frameOf(file, snapshot, locales));
    }
  }

  async find(collection: string, wanted: string | Held, locales: readonly string[]): Promise<Entry | null> {
    if (typeof wanted !== 'string') {
      return (await this.load(collection, locales)).find(({ values }) => holds(values, wanted)) ?? null;
    }
    const snapshot = await this.#current();
    const files = this.#filesIn(snapshot, collection, locales);
    for (const file of files) {
      const entry = await file.find(wanted);
      this.#noteRead(snapshot);
      if (entry) return makeEntry(entry, frameOf(file, snapshot, locales));
    }
    return null;
  }

  async info(): Promise<SnapshotInfo> {
    const { manifest, source, sequence, collections, locales } = await this.#current();
    return {
      id: manifest.snapshot_id,
      sequence,
      publishedAt: manifest.published_at,
      schemaVersion: manifest.schema_version,
      source,
      collections,
      locales,
      files: manifest.files.map(({ index: digest, ...file }) => ({ ...file, digest })),
    };
  }

  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#takeLive().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Switches to the live snapshot, unless it is the current one or an older one: a copy of the pointer can be behind. */
  async #takeLive(): Promise<boolean> {
    const live = await this.#options.opener.open();
    // A load may have opened one meanwhile.
    const current = await this.#snapshot?.catch(() => null);
    if (current && (current.manifest.snapshot_id === live.manifest.snapshot_id || isOlder(live, current))) return false;
    this.#snapshot = Promise.resolve(live);
    return Boolean(current);
  }

  #current(): Promise<Snapshot> {
    if (this.#snapshot) return this.#snapshot;
    const opening = this.#options.opener.open();
    this.#snapshot = opening;
    // A snapshot that couldn't be opened is tried again by the next call.
    opening.catch(() => {
      if (this.#snapshot === opening) this.#snapshot = null;
    });
    return opening;
  }

  /**
   * A collection's files in a locale and in those to fall back to. When the snapshot lacks the first, which may have been added
   * later, only in the others: a warning says so once.
   *
   * @throws LoaderError `unknown_collection`, `unknown_locale`
   */
  #filesIn(snapshot: Snapshot, collection: string, locales: readonly string[]): readonly CollectionFile[] {
    const [first = '', ...others] = locales;
    if (!others[0] || snapshot.locales.includes(first)) {
      return locales.map((locale) => snapshot.file(collection, locale));
    }
    if (!this.#lacking.has(first)) {
      const id = snapshot.manifest.snapshot_id;
      this.#options.log.warn(`Snapshot ${id} has no ${first}, only fallbacks. Publish if the project has it.`);
      this.#lacking.add(first);
    }
    return this.#filesIn(snapshot, collection, others);
  }

  #noteRead({ manifest }: Snapshot): void {
    this.#options.onRead(manifest.snapshot_id, manifest.published_at);
  }

  async #loaded(snapshot: Snapshot, files: readonly CollectionFile[]): Promise<void> {
    this.#noteRead(snapshot);
    const { opener, cache, clock, log } = this.#options;
    for (const file of files) {
      const { chunks, fetched } = await file.takeFetchCount();
      const { entries } = file.file;
      const snapshotId = snapshot.manifest.snapshot_id;
      log.info(loadLine({ name: file.name, entries, snapshotId, fetched, chunks, source: snapshot.source }));
    }
    const verified = this.#verified.get(snapshot) ?? new Set();
    const isFirst = verified.size === 0;
    const wasWhole = verified.size === snapshot.files.length;
    for (const file of files) verified.add(file);
    this.#verified.set(snapshot, verified);
    if (!wasWhole && verified.size === snapshot.files.length) await opener.keepVerified(snapshot);
    if (isFirst) await cache.prune?.(clock.now());
  }
}

function isOlder(one: Snapshot, other: Snapshot): boolean {
  return one.sequence !== null && other.sequence !== null && one.sequence < other.sequence;
}

function frameOf({ file }: CollectionFile, snapshot: Snapshot, locales: readonly string[]): EntryFrame {
  const { collection, locale } = file;
  return { collection, locale, isFallback: locale !== locales[0], projectUrl: snapshot.projectUrl };
}
