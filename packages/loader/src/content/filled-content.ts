import { type Entry, filledEntry } from '../entries/entry.ts';
import type { Content, Held, SnapshotInfo } from './content.ts';
import { holds } from './held-of.ts';

/** The same content, with the fields that are empty in a locale filled from those to fall back to. */
export class FilledContent implements Content {
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
  }

  async load(collection: string, locales: readonly string[]): Promise<readonly Entry[]> {
    const others = await this.#others(collection, locales);
    return (await this.#content.load(collection, locales)).map((entry) => filledEntry(entry, others(entry)));
  }

  /** Holds the entries of the locales to fall back to in memory. */
  async *iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry> {
    const others = await this.#others(collection, locales);
    for await (const entry of this.#content.iterate(collection, locales)) {
      yield filledEntry(entry, others(entry));
    }
  }

  async find(collection: string, wanted: string | Held, locales: readonly string[]): Promise<Entry | null> {
    if (typeof wanted !== 'string') {
      return (await this.load(collection, locales)).find(({ values }) => holds(values, wanted)) ?? null;
    }
    const entry = await this.#content.find(collection, wanted, locales);
    if (!entry) return null;
    const after = locales.slice(locales.indexOf(entry.locale) + 1);
    const others = await Promise.all(after.map((locale) => this.#content.find(collection, wanted, [locale])));
    return filledEntry(
      entry,
      others.filter((other) => other !== null),
    );
  }

  info(): Promise<SnapshotInfo> {
    return this.#content.info();
  }

  refresh(): Promise<boolean> {
    return this.#content.refresh();
  }

  /** Gives of an entry those in the locales that come after its own. */
  async #others(collection: string, locales: readonly string[]): Promise<(entry: Entry) => readonly Entry[]> {
    const lists = await Promise.all(locales.slice(1).map((locale) => this.#content.load(collection, [locale])));
    const all = lists.map((list) => new Map(list.map((entry) => [entry.id, entry])));
    return ({ id, locale }) => all.slice(locales.indexOf(locale)).flatMap((entries) => entries.get(id) ?? []);
  }
}
