import type { Content, Held, SnapshotInfo } from '../content/content.ts';
import { holds } from '../content/held-of.ts';
import { type Entry, makeEntry } from '../entries/entry.ts';
import { LoaderError, type LoaderErrorCode } from '../errors.ts';
import type { Pointer } from '../format/pointer.ts';
import type { Log } from '../log.ts';
import type { Api, DraftEntry, DraftFile } from '../remote/api.ts';
import { mentionsMedia } from '../snapshot/asset-urls.ts';
import { type KnownDrafts, learn } from './known-drafts.ts';

/** Sources and settings for reading drafts. */
interface DraftOptions {
  readonly api: Api;
  /** Whether texts name their fields by marks. */
  readonly marks: boolean;
  readonly projectId: string;
  /** The content host's address, if the user gives it; else that of the live snapshot is used. */
  readonly contentUrl: string | null;
  readonly log: Log;
}

interface LocaleDrafts {
  readonly locale: string;
  readonly entries: readonly DraftEntry[];
}

/** A request that waits for the calls that begin at the same time. */
interface Waiting {
  /** The only entries that are asked for; null for all. */
  readonly ids: Set<string> | null;
  readonly reading: Promise<readonly DraftEntry[]>;
}

/** How many entries the API takes in one request. */
const MOST_IDS = 100;
/** Form of an entry's identifier: the API refuses others, and all that are asked for with them. */
const ENTRY_ID = /^ent_\w{1,60}$/;
/** The longest text that the API looks for. */
const LONGEST_VALUE = 1000;

/** Drafts instead of published content: the API is asked each time, of whole collections for the changes since the last time. */
export class DraftContent implements Content {
  readonly #options: DraftOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #known = new Map<string, KnownDrafts | undefined>();
  #live: Pointer | null = null;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  async load(collection: string, locales: readonly string[]): Promise<readonly Entry[]> {
    const files = await Promise.all(locales.map((locale) => this.#read(collection, locale)));
    return this.#handOver(collection, files);
  }

  async *iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry> {
    yield* await this.load(collection, locales);
  }

  async find(collection: string, wanted: string | Held, locales: readonly string[]): Promise<Entry | null> {
    return typeof wanted === 'string'
      ? this.#findById(collection, wanted, locales)
      : this.#findHolding(collection, wanted, locales);
  }

  async #findById(collection: string, id: string, locales: readonly string[]): Promise<Entry | null> {
    if (!ENTRY_ID.test(id)) return null;
    const files = await Promise.all(locales.map((locale) => this.#read(collection, locale, id)));
    const only = files.map((file) => ({ ...file, entries: file.entries.filter((entry) => entry.id === id) }));
    return (await this.#handOver(collection, only))[0] ?? null;
  }

  /** Asks for entries that hold the first text, and compares all texts itself. */
  async #findHolding(collection: string, wanted: Held, locales: readonly string[]): Promise<Entry | null> {
    const [first] = Object.entries(wanted);
    if (!first) return (await this.load(collection, locales))[0] ?? null;
    const [field, value] = first;
    // Visitors type addresses: the API would refuse these.
    if (value.length > LONGEST_VALUE || value.includes('\0')) return null;
    for (const [index, locale] of locales.entries()) {
      for (const draft of (await this.#fetch(collection, locale, { field, value })).entries) {
        if (!holds(draft.values, wanted)) continue;
        if (index === 0) return (await this.#handOver(collection, [{ locale, entries: [draft] }]))[0] ?? null;
        // In an earlier locale it may hold something else.
        const entry = await this.#findById(collection, draft.id, locales);
        if (entry?.locale === locale) return entry;
      }
    }
    return null;
  }

  info(): Promise<SnapshotInfo> {
    const nothing = { id: null, sequence: null, publishedAt: null, schemaVersion: null };
    return Promise.resolve({ ...nothing, source: 'drafts', collections: [], locales: [], files: [] });
  }

  refresh(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** @param id the only entry that's needed; others may be there too */
  async #read(collection: string, locale: string, id: string | null = null): Promise<LocaleDrafts> {
    const name = `${id === null ? '' : 'some of '}${collection}.${locale}`;
    let waiting = this.#waiting.get(name);
    if (!waiting || waiting.ids?.size === MOST_IDS) {
      const ids = id === null ? null : new Set<string>();
      waiting = { ids, reading: this.#readSoon(name, collection, locale, ids) };
      this.#waiting.set(name, waiting);
    }
    if (id !== null) waiting.ids?.add(id);
    return { locale, entries: await waiting.reading };
  }

  /** Reads once all calls that begin at the same time are in. Later calls may have to see what was saved since. */
  async #readSoon(
    name: string,
    collection: string,
    locale: string,
    ids: ReadonlySet<string> | null,
  ): Promise<readonly DraftEntry[]> {
    await Promise.resolve();
    if (this.#waiting.get(name)?.ids === ids) this.#waiting.delete(name);
    if (ids) return (await this.#fetch(collection, locale, { ids: [...ids].join() })).entries;
    const before = this.#known.get(name);
    const file = await this.#fetch(collection, locale, before && { since: before.asOf });
    const learnt = learn(before, file);
    const { length } = learnt.entries;
    // A development server asks every few seconds.
    if (!file.since || file.entries.length > 0 || length !== before?.texts.size) {
      this.#options.log.info(`${name} ${length} drafts, ${file.entries.length} read`);
    }
    // Of answers that come at once, the first one is kept.
    if (this.#known.get(name) === before) this.#known.set(name, learnt.known);
    return learnt.entries;
  }

  /** @param only which entries, as the API takes it; all without it. An API of an earlier version gives all. */
  async #fetch(collection: string, locale: string, only?: Readonly<Record<string, string>>): Promise<DraftFile> {
    const query: Readonly<Record<string, string>> = { ...(this.#options.marks && { marks: 'true' }), ...only };
    try {
      return await this.#options.api.drafts(collection, locale, query).catch((error: unknown) => {
        if (!this.#isRefused(error, 'validation_failed') || !Object.hasOwn(query, error.apiField ?? '')) throw error;
        return this.#options.api.drafts(collection, locale, {});
      });
    } catch (error) {
      if (!this.#isRefused(error, 'not_found')) throw error;
      const message = `${error.message} The project has no collection ${collection}, or not in ${locale}.`;
      throw new LoaderError('unknown_collection', message, error);
    }
  }

  /** Drafts hold no sort keys: fallbacks follow the rest, in the order of their own locale. */
  async #handOver(collection: string, files: readonly LocaleDrafts[]): Promise<readonly Entry[]> {
    const seen = new Set<string>();
    const entries: Entry[] = [];
    const projectUrl = await this.#projectUrl(files);
    for (const { locale, entries: drafts } of files) {
      const frame = { collection, locale, isFallback: locale !== files[0]?.locale, projectUrl };
      for (const draft of drafts) {
        if (seen.has(draft.id)) continue;
        seen.add(draft.id);
        entries.push(makeEntry(draft, frame));
      }
    }
    return entries;
  }

  /** Asks the API for the content host only if there's an asset whose address depends on it. */
  async #projectUrl(files: readonly LocaleDrafts[]): Promise<string> {
    const { api, contentUrl, projectId } = this.#options;
    if (contentUrl !== null) return `${contentUrl}/${projectId}`;
    if (!files.some(({ entries }) => entries.some(({ values }) => mentionsMedia(values)))) return '';
    try {
      this.#live ??= await api.pointer();
    } catch (error) {
      if (!this.#hasCode(error, 'none_published')) throw error;
      const message =
        'Nothing is published yet, so the address of pictures is unknown: set the option contentUrl (STELE_CONTENT_URL).';
      throw new LoaderError('option_missing', message, error);
    }
    return `${this.#live.contentUrl}/${projectId}`;
  }

  #isRefused(error: unknown, apiCode: string): error is LoaderError {
    return this.#hasCode(error, 'refused') && error.apiCode === apiCode;
  }

  #hasCode(error: unknown, code: LoaderErrorCode): error is LoaderError {
    return error instanceof LoaderError && error.code === code;
  }
}
