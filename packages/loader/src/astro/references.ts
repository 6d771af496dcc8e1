import type { Json } from '@stele/snapshot';
import type { Entry, LocaleOptions } from '../index.ts';
import type { SteleLoaderOptions } from './options.ts';

/** A loader inside of this package, where no types of a schema are known. */
export interface Source {
  load(collection: string, options: LocaleOptions): Promise<readonly Entry[]>;
}

/** The options of a collection that its ids in Astro depend on. */
type Naming = Pick<SteleLoaderOptions, 'locales' | 'fallback' | 'fallbackBy' | 'id'>;
type NameOf = (entry: Entry, id: Naming['id']) => string;

/** Collection of Stele → how the one of Astro that it fills names its entries. */
const namings = new Map<string, Naming>();

/** Notes how a collection's entries are named, for references to them. */
export function noteNaming({ collection, locales, fallback, fallbackBy, id }: SteleLoaderOptions): void {
  namings.set(collection, { locales, fallback, fallbackBy, id });
}

/** Values whose references name entries as Astro does, and those names, which are part of the entry's digest. */
interface Referring {
  readonly values: Entry['values'];
  readonly named: readonly string[];
}

/**
 * Makes references name entries by their ids in Astro, so that `getEntry(post.data.author)` finds them; the entry's id in Stele
 * stays beside it, in `entry`. A reference to an entry that isn't published in the locale keeps that id.
 */
export class AstroReferences {
  readonly #source: Source;
  readonly #nameOf: NameOf;
  readonly #names = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(source: Source, nameOf: NameOf) {
    this.#source = source;
    this.#nameOf = nameOf;
  }

  async in(values: Entry['values'], locale: string): Promise<Referring> {
    const collections = new Set<string>();
    eachReference(values, ({ collection }) => collections.add(collection));
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const collection of collections) names.set(collection, await this.#namesOf(collection, locale));
    if (![...names.values()].some(({ size }) => size > 0)) return { values, named: [] };
    const named: string[] = [];
    const replaced = replace(values, (reference) => {
      const id = names.get(reference.collection)?.get(reference.id);
      if (id === undefined) return reference;
      named.push(id);
      return { ...reference, id, entry: reference.id };
    });
    return { values: replaced as Entry['values'], named };
  }

  /** Id in Stele → id in Astro, in a locale; empty where they are the same. */
  #namesOf(collection: string, wanted: string): Promise<ReadonlyMap<string, string>> {
    const naming = namings.get(collection);
    if (!naming || (typeof naming.locales === 'string' && naming.id === undefined)) return Promise.resolve(new Map());
    const { locales, fallback, fallbackBy, id } = naming;
    const [first = wanted] = typeof locales === 'string' ? [locales] : locales;
    const locale = typeof locales !== 'string' && locales.includes(wanted) ? wanted : first;
    const key = JSON.stringify([collection, locale]);
    const known =
      this.#names.get(key) ?? this.#read(collection, { locale, fallback, fallbackBy }, typeof locales !== 'string', id);
    this.#names.set(key, known);
    return known;
  }

  async #read(
    collection: string,
    chosen: LocaleOptions,
    hasLocale: boolean,
    id: Naming['id'],
  ): Promise<ReadonlyMap<string, string>> {
    const entries = await this.#source.load(collection, chosen);
    const name = (entry: Entry): string => `${hasLocale ? `${chosen.locale}/` : ''}${this.#nameOf(entry, id)}`;
    return new Map(entries.map((entry) => [entry.id, name(entry)]));
  }
}

interface PlainReference {
  readonly id: string;
  readonly collection: string;
}

function isReference(value: object): value is PlainReference {
  const { id, collection } = value as Partial<PlainReference>;
  return typeof collection === 'string' && typeof id === 'string' && id.startsWith('ent_');
}

function eachReference(value: unknown, visit: (reference: PlainReference) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isReference(value)) visit(value);
  else for (const item of Object.values(value)) eachReference(item, visit);
}

function replace(value: Json | Entry['values'], make: (reference: PlainReference) => object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replace(item, make));
  if (isReference(value)) return make(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item as Json, make)]));
}
