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
    return (await this.#content.load(collection, locales)).map((entry) => filledEntry(entry, othersOf(entry, others)));
  }

  /** Holds the entries of the locales to fall back to in memory. */
  async *iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry> {
    const others = await this.#others(collection, locales);
    for await (const entry of this.#content.iterate(collection, locales)) {
      yield filledEntry(entry, othersOf(entry, others));
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

  /** Locale to fall back to → its own entries by id. */
  async #others(
    collection: string,
    locales: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Entry>>> {
    const byId = async (locale: string) =>
      [locale, new Map((await this.#content.load(collection, [locale])).map((entry) => [entry.id, entry]))] as const;
    return new Map(await Promise.all(locales.slice(1).map(byId)));
  }
}

/** The entry in the locales that come after its own. */
function othersOf({ id, locale }: Entry, others: ReadonlyMap<string, ReadonlyMap<string, Entry>>): readonly Entry[] {
  const all = [...others];
  const from = all.findIndex(([other]) => other === locale) + 1;
  return all.slice(from).flatMap(([, entries]) => entries.get(id) ?? []);
}
