import type { ProjectClient } from '@stele/client';
import {
  COMPARABLE_TYPES,
  type CollectionDocument,
  canonicalText,
  ownValue,
  type SchemaDocument,
  uniqueValuesIn,
  type Values,
} from '@stele/schema';
import { type EntryContent, entriesWithContent } from '../api.ts';
import type { LiveEntry } from './live-entries.ts';
import type { Matches } from './matches.ts';

/** The counterpart of a source's entry in the project that the content goes into. */
export type LocalEntry =
  /** An import can create it, or has created it. */
  | { readonly kind: 'imported'; readonly externalId: string }
  /** An entry with the same unique value, which no import created, so none may change it. */
  | { readonly kind: 'own'; readonly id: string }
  /** Several have the unique values. */
  | { readonly kind: 'unclear'; readonly ids: readonly string[] };

/**
 * Finds the entries of a project that stand for those of a live snapshot. An entry that an earlier pull brought or matched is
 * found by its id at the source, any other by its unique values, such as the slug. In a collection without unique values, an
 * imported entry is found by its content, if no other has the same. A missing entry gets its id at the source as external id.
 *
 * @param entries with values that fit the project's schema
 * @param matched by an earlier pull
 * @returns by the id at the source
 */
export async function findLocalEntries(
  api: ProjectClient,
  schema: SchemaDocument,
  entries: readonly LiveEntry[],
  matched: Matches,
): Promise<ReadonlyMap<string, LocalEntry>> {
  const found = new Map<string, LocalEntry>(
    entries.map(({ id }) => [id, { kind: 'imported', externalId: id }] as const),
  );
  for (const collection of schema.collections) {
    const live = entries.filter((entry) => entry.collection === collection.key);
    if (live.length === 0) continue;
    const there = await externalIdsOf(api, collection.key);
    const taken = new Set<string>();
    const others: LiveEntry[] = [];
    for (const entry of live) {
      const externalId = [entry.id, matched.get(entry.id)].find((id) => id !== undefined && there.has(id));
      if (externalId === undefined) others.push(entry);
      else {
        taken.add(externalId);
        found.set(entry.id, { kind: 'imported', externalId });
      }
    }
    if (others.length === 0) continue;
    const holders = new Map<string, EntryContent>();
    const free: EntryContent[] = [];
    for await (const entry of entriesWithContent(api, { collection: collection.key })) {
      if (entry.external_id !== null && taken.has(entry.external_id)) continue;
      free.push(entry);
      const held = [...Object.entries(entry.values), ...Object.entries(entry.live_values)];
      for (const value of namesOf(collection, held)) holders.set(value, entry);
    }
    const isNamed = collection.singleton || collection.fields.some(({ unique }) => unique);
    const matching = isNamed ? matches(collection, others, holders) : matchesByContent(collection, others, free);
    for (const [id, entry] of matching) found.set(id, entry);
  }
  return found;
}

/** The matches that the next pull needs. */
export function matchesIn(found: ReadonlyMap<string, LocalEntry>): Matches {
  return new Map(
    [...found].flatMap(([id, local]) =>
      local.kind === 'imported' && local.externalId !== id ? [[id, local.externalId] as const] : [],
    ),
  );
}

/** The external ids of a collection, those in the trash too. */
async function externalIdsOf(api: ProjectClient, collection: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const query of [{ collection }, { collection, status: 'trashed' }] as const) {
    for await (const { external_id: id } of api.list('/entries', { params: { query } })) if (id !== null) ids.add(id);
  }
  return ids;
}

/** @param holders the local entries by their unique values; each matches one published entry at most */
function* matches(
  collection: CollectionDocument,
  entries: readonly LiveEntry[],
  holders: ReadonlyMap<string, EntryContent>,
): Generator<readonly [string, LocalEntry]> {
  const taken = new Set<EntryContent>();
  for (const { id, locales } of entries) {
    const there = new Set(namesOf(collection, locales).flatMap((value) => holders.get(value) ?? []));
    const [one] = there;
    if (!one || [...there].some((entry) => taken.has(entry))) continue;
    if (there.size > 1) yield [id, { kind: 'unclear', ids: [...there].map((entry) => entry.id) }];
    else {
      taken.add(one);
      const { external_id: externalId } = one;
      yield [id, externalId === null ? { kind: 'own', id: one.id } : { kind: 'imported', externalId }];
    }
  }
}

/** Matches entries that say the same, and that no other one on either side says. */
function* matchesByContent(
  collection: CollectionDocument,
  entries: readonly LiveEntry[],
  there: readonly EntryContent[],
): Generator<readonly [string, LocalEntry]> {
  const imported = byContent(
    there.flatMap(({ external_id: externalId, live_values: live }) =>
      externalId === null ? [] : [[externalId, contentOf(collection, Object.entries(live))] as const],
    ),
  );
  const said = byContent(entries.map(({ id, locales }) => [id, contentOf(collection, locales)] as const));
  for (const [content, [id, ...others]] of said) {
    const [externalId, ...more] = imported.get(content) ?? [];
    if (id === undefined || externalId === undefined || others.length + more.length > 0) continue;
    yield [id, { kind: 'imported', externalId }];
  }
}

function byContent(entries: readonly (readonly [id: string, content: string | null])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [id, content] of entries) if (content !== null) found.set(content, [...(found.get(content) ?? []), id]);
  return found;
}

/** An entry's values in fields whose published values are those of drafts; null when it has none. */
function contentOf(
  { fields }: CollectionDocument,
  locales: Iterable<readonly [locale: string, values: Values]>,
): string | null {
  const plain = fields.filter(({ type }) => COMPARABLE_TYPES.includes(type)).map(({ key }) => key);
  const said = [...locales].map(([locale, values]) => {
    const own = plain.map((key) => [key, ownValue(values, key) ?? null] as const);
    return [locale, Object.fromEntries(own.filter(([, value]) => value !== null))] as const;
  });
  return said.some(([, own]) => Object.keys(own).length > 0) ? canonicalText(Object.fromEntries(said)) : null;
}

/** Identifies an entry of a collection: by its unique values. The only entry of a collection needs none. */
function namesOf(collection: CollectionDocument, locales: Iterable<readonly [string, Values]>): string[] {
  if (collection.singleton) return [''];
  return [...locales].flatMap(([locale, values]) =>
    uniqueValuesIn(collection, locale, values).map((value) => JSON.stringify(value)),
  );
}
