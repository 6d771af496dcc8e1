import { type CollectionDocument, findCollection, type SchemaDocument, type Values } from '../document.ts';
import { type EntryPage, hasPages, isSamePage, type PageProblem, pageOf, parentOf } from './page-path.ts';
import { type PathFields, pathFacts } from './path-fields.ts';

/** Names an entry in a locale. */
export function pageKey(entryId: string, locale: string): string {
  return `${entryId} ${locale}`;
}

/** Live content of an entry in a locale. */
export interface PagePlace {
  readonly entryId: string;
  readonly locale: string;
  readonly collectionKey: string;
  readonly values: Values;
  readonly page: EntryPage | null;
}

/** A path in a locale. */
export interface PathClaim {
  readonly locale: string;
  readonly path: string;
}

/** Live content, by `pageKey`, before a change and after it. */
export interface PagePlaces {
  before(key: string): PagePlace | null;
  at(key: string): PagePlace | null;
  /** Whether all is known that is live of an entry. */
  knows(entryId: string): boolean;
  load(entryIds: readonly string[]): Promise<void>;
  /** The places that refer to some others in their locales. */
  referring(
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly place: PagePlace; readonly to: string }[]>;
  /** The entries that are at some paths before the change. */
  ownersOf(claims: readonly PathClaim[]): Promise<readonly (PathClaim & { readonly entryId: string })[]>;
}

/** Why an entry can't be changed, because of its page or of one that refers to it. */
export type PageFault = { readonly collection: CollectionDocument; readonly locale: string } & (
  | {
      readonly problem: PageProblem /** The other page that can't be where it would be; null for its own. */;
      readonly other: string | null;
    }
  /** The path is that of another page. */
  | { readonly taken: string; readonly other: string }
);

/** The effect of a change on pages. */
export interface MovedPages {
  /** Pages that change; null for those that go. */
  readonly pages: ReadonlyMap<string, EntryPage | null>;
  /** Live content that shows them, and their own. */
  readonly shown: ReadonlySet<string>;
  /** Changed entry → why it can't be changed. */
  readonly refused: ReadonlyMap<string, readonly PageFault[]>;
}

/**
 * Looks for all pages that a change moves, and all content that shows them: wave by wave, each of what refers to the one before.
 */
export class PageSearch {
  readonly #schema: SchemaDocument;
  readonly #fields: PathFields;
  readonly #places: PagePlaces;
  /** Whether what can't have a page simply has none: after a push, which asks nobody. */
  readonly #isForced: boolean;
  readonly #pages = new Map<string, EntryPage | null>();
  readonly #shown = new Set<string>();
  readonly #refused = new Map<string, PageFault[]>();
  /** Place → the changed entry because of which it's looked at. */
  readonly #causes = new Map<string, string>();
  /** Places whose values, or those of a page above, now say something else in paths. */
  readonly #dirty = new Set<string>();

  constructor(schema: SchemaDocument, fields: PathFields, places: PagePlaces, isForced: boolean) {
    this.#schema = schema;
    this.#fields = fields;
    this.#places = places;
    this.#isForced = isForced;
  }

  /** @param starts the places that change */
  async run(starts: readonly string[]): Promise<MovedPages> {
    for (const key of starts) {
      this.#causes.set(key, entryOf(key));
      const [was, now] = [this.#places.before(key), this.#places.at(key)];
      const collection = now?.collectionKey ?? was?.collectionKey ?? '';
      const facts = (place: PagePlace | null): string => pathFacts(this.#fields, collection, place?.values ?? null);
      if (facts(was) !== facts(now)) this.#dirty.add(key);
    }
    const named = new Set(starts);
    for (let wave = [...starts]; wave.length > 0; ) wave = await this.#wave(wave, named);
    await this.#findTaken();
    return { pages: this.#pages, shown: this.#shown, refused: this.#refused };
  }

  async #wave(wave: readonly string[], named: ReadonlySet<string>): Promise<string[]> {
    const sources: string[] = [];
    for (const [key, found] of await this.#pagesAt(wave)) {
      const page = this.#settle(key, found, named.has(key));
      const was = this.#places.before(key)?.page ?? null;
      if (!isSamePage(was, page)) {
        this.#pages.set(key, page);
        this.#shown.add(key);
      }
      if (was?.path !== page?.path || this.#dirty.has(key)) sources.push(key);
    }
    const next = new Set<string>();
    for (const { key, place, to } of await this.#places.referring(sources)) {
      if (this.#pages.has(to)) this.#shown.add(key);
      const isSeen = this.#causes.has(key);
      if (!isSeen) this.#causes.set(key, this.#causes.get(to) ?? entryOf(to));
      const isBelow = this.#dirty.has(to) && this.#follows(place, entryOf(to)) && !this.#dirty.has(key);
      if (isBelow) this.#dirty.add(key);
      if (isBelow || !isSeen) next.add(key);
    }
    return [...next];
  }

  /** Whether the path of a place depends on an entry and on those that it follows. */
  #follows({ collectionKey, values }: PagePlace, entryId: string): boolean {
    return (this.#fields.chains.get(collectionKey) ?? []).some((field) => values[field] === entryId);
  }

  #settle(key: string, found: EntryPage | PageProblem | null, isNamed: boolean): EntryPage | null {
    if (found === null || !('problem' in found)) return found;
    const place = this.#places.at(key);
    const collection = findCollection(this.#schema, place?.collectionKey ?? '');
    if (!place || !collection) return null;
    if (this.#isForced) return { path: null, parent: parentOf(collection, place.values), depth: 0 };
    const cause = this.#causes.get(key) ?? place.entryId;
    if (isNamed) this.#refuse(cause, { collection, locale: place.locale, problem: found, other: null });
    else if (!this.#refused.has(cause))
      this.#refuse(cause, { collection, locale: place.locale, problem: found, other: place.entryId });
    return this.#places.before(key)?.page ?? null;
  }

  #refuse(entryId: string, fault: PageFault): void {
    this.#refused.set(entryId, [...(this.#refused.get(entryId) ?? []), fault]);
  }

  /** Where the pages of places are. Entries that they name are loaded until none is missing. */
  async #pagesAt(keys: readonly string[]): Promise<Map<string, EntryPage | PageProblem | null>> {
    for (;;) {
      const missing = new Set<string>();
      const found = new Map(keys.map((key) => [key, this.#pageAt(key, missing)]));
      if (missing.size === 0) return found;
      await this.#places.load([...missing]);
    }
  }

  #pageAt(key: string, missing: Set<string>): EntryPage | PageProblem | null {
    const place = this.#places.at(key);
    const collection = place && findCollection(this.#schema, place.collectionKey);
    if (!collection || !hasPages(collection)) return null;
    const { entryId: id, locale, values } = place;
    return pageOf(collection, locale, { id, values }, (other) => {
      if (!this.#places.knows(other)) missing.add(other);
      return this.#places.at(pageKey(other, locale))?.values ?? null;
    });
  }

  /** Refuses paths at which another page is, or takes them away. Places that the change itself leaves are free. */
  async #findTaken(): Promise<void> {
    const claims = [...this.#pages].flatMap(([key, page]) => {
      const locale = localeOf(key);
      return page?.path ? [{ key, locale, path: page.path, name: `${locale} ${page.path}` }] : [];
    });
    const holders = await this.#holders(claims);
    for (const { key, locale, path, name } of claims) {
      const holder = holders.get(name);
      if (holder === undefined) holders.set(name, key);
      else if (holder === key) continue;
      else if (this.#isForced) this.#takePath(key);
      else {
        const cause = this.#causes.get(key) ?? entryOf(key);
        const place = this.#places.at(pageKey(cause, locale)) ?? this.#places.at(key);
        const collection = findCollection(this.#schema, place?.collectionKey ?? '');
        if (collection) this.#refuse(cause, { collection, locale, taken: path, other: entryOf(holder) });
      }
    }
  }

  /** The pages that were at some paths and stay there, whatever else of them changes. */
  async #holders(claims: readonly PathClaim[]): Promise<Map<string, string>> {
    const holders = new Map<string, string>();
    for (const { locale, path, entryId } of await this.#places.ownersOf(claims)) {
      const key = pageKey(entryId, locale);
      if (!this.#pages.has(key) || this.#pages.get(key)?.path === path) holders.set(`${locale} ${path}`, key);
    }
    return holders;
  }

  #takePath(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    const without = { ...page, path: null };
    if (isSamePage(this.#places.before(key)?.page ?? null, without)) this.#pages.delete(key);
    else this.#pages.set(key, without);
  }
}

function entryOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

function localeOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
