import { type Entry, makeEntry } from '../entries/entry.ts';
import { hasCode, LoaderError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Pointer } from '../pointer/pointer.ts';
import type { Api, DraftEntry } from '../remote/api.ts';
import { mentionsMedia } from '../snapshot/asset-urls.ts';
import { type Content, loadLine, type SnapshotInfo } from './content.ts';

interface DraftOptions {
  readonly api: Api;
  readonly projectId: string;
  /** The content host's address, if the user gives it; else that of the live snapshot is used. */
  readonly contentUrl: string | null;
  readonly log: Log;
}

interface DraftFile {
  readonly locale: string;
  readonly entries: readonly DraftEntry[];
}

/** Drafts instead of published content: read from the API each time, never kept. */
export class DraftContent implements Content {
  readonly #options: DraftOptions;
  readonly #aboutToRead = new Map<string, Promise<readonly DraftEntry[]>>();
  #live: Pointer | null = null;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  async load(collection: string, locales: readonly string[]): Promise<readonly Entry[]> {
    const files = await Promise.all(locales.map((locale) => this.#read(collection, locale)));
    for (const { locale, entries } of files) {
      const name = `${collection}.${locale}`;
      const line = { name, entries: entries.length, snapshotId: null, fetched: 0, chunks: 0, source: 'drafts' };
      this.#options.log.info(loadLine(line));
    }
    return this.#handOver(collection, files);
  }

  async *iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry> {
    yield* await this.load(collection, locales);
  }

  async find(collection: string, id: string, locales: readonly string[]): Promise<Entry | null> {
    const files = await Promise.all(locales.map((locale) => this.#read(collection, locale)));
    const only = files.map((file) => ({ ...file, entries: file.entries.filter((entry) => entry.id === id) }));
    return (await this.#handOver(collection, only))[0] ?? null;
  }

  info(): Promise<SnapshotInfo> {
    const nothing = { id: null, sequence: null, publishedAt: null, schemaVersion: null };
    return Promise.resolve({ ...nothing, source: 'drafts', collections: [], locales: [], files: [] });
  }

  refresh(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async #read(collection: string, locale: string): Promise<DraftFile> {
    const name = `${collection}.${locale}`;
    const reading = this.#aboutToRead.get(name) ?? this.#readSoon(name, collection, locale);
    this.#aboutToRead.set(name, reading);
    return { locale, entries: await reading };
  }

  /** Reads once all calls that begin at the same time are in. Later calls may have to see what was saved since. */
  async #readSoon(name: string, collection: string, locale: string): Promise<readonly DraftEntry[]> {
    await Promise.resolve();
    this.#aboutToRead.delete(name);
    return this.#fetch(collection, locale);
  }

  async #fetch(collection: string, locale: string): Promise<readonly DraftEntry[]> {
    try {
      return await this.#options.api.drafts(collection, locale);
    } catch (error) {
      if (!hasCode(error, 'refused') || error.apiCode !== 'not_found') throw error;
      const message = `${error.message} The project has no collection ${collection}, or not in ${locale}.`;
      throw new LoaderError('unknown_collection', message, error);
    }
  }

  /** Drafts hold no sort keys: fallbacks follow the rest, in the order of their own locale. */
  async #handOver(collection: string, files: readonly DraftFile[]): Promise<readonly Entry[]> {
    const seen = new Set<string>();
    const entries: Entry[] = [];
    const projectUrl = await this.#projectUrl(files);
    for (const { locale, entries: drafts } of files) {
      const added = drafts.filter(({ id }) => !seen.has(id));
      for (const draft of added) {
        seen.add(draft.id);
        entries.push(makeEntry(draft, { collection, locale, isFallback: locale !== files[0]?.locale, projectUrl }));
      }
    }
    return entries;
  }

  /** Asks the API for the content host only if there's an asset whose address depends on it. */
  async #projectUrl(files: readonly DraftFile[]): Promise<string> {
    const { api, contentUrl, projectId } = this.#options;
    if (contentUrl !== null) return `${contentUrl}/${projectId}`;
    if (!files.some(({ entries }) => entries.some(({ values }) => mentionsMedia(values)))) return '';
    try {
      this.#live ??= await api.pointer();
    } catch (error) {
      if (!hasCode(error, 'none_published')) throw error;
      const message =
        'Nothing is published yet, so the address of pictures is unknown: set the option contentUrl (STELE_CONTENT_URL).';
      throw new LoaderError('option_missing', message, error);
    }
    return `${this.#live.contentUrl}/${projectId}`;
  }
}
