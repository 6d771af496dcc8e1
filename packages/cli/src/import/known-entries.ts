import type { EntryListItem, ProjectClient } from '@stele/client';
import { findCollection, type SchemaDocument } from '@stele/schema';
import { entriesWithContent } from '../api.ts';
import type { Identified } from '../content/entry-names.ts';
import { nameKey } from '../content/line.ts';
import { type Fingerprints, fieldFingerprints, fingerprints } from './fingerprint.ts';

/** An entry of the project, as far as an import needs to know it. */
export interface KnownEntry {
  readonly id: string;
  readonly identity: Identified;
  readonly version: number;
  readonly isTrashed: boolean;
  readonly localesStatus: Readonly<Record<string, string>>;
  /** Published locales whose draft differs. */
  readonly changedLocales: readonly string[];
  /** Locale → field → fingerprint, of the drafts. */
  readonly fields: ReadonlyMap<string, Fingerprints>;
  /** Of the drafts. */
  readonly draft: Fingerprints;
  readonly live: Fingerprints;
}

/** Entries by their names: by their ids, and by external ids that aren't the id of another entry. */
export type KnownEntries = Map<string, KnownEntry>;

/**
 * Looks up all entries of some collections, those in the trash too.
 *
 * @param collections key → whether it matters what the entries say
 */
export async function findKnownEntries(
  api: ProjectClient,
  schema: SchemaDocument | null,
  collections: ReadonlyMap<string, boolean>,
): Promise<KnownEntries> {
  const known: KnownEntries = new Map();
  const byId: KnownEntries = new Map();
  const add = (item: EntryListItem): void => {
    const { id, external_id: externalId, collection_key: key } = item;
    const entry = toKnownEntry(item, schema);
    if (externalId !== null) known.set(nameKey([key, externalId]), entry);
    byId.set(nameKey([key, id]), entry);
  };
  for (const [collection, withContent] of collections) {
    const outside = withContent
      ? entriesWithContent(api, { collection })
      : api.list('/entries', { params: { query: { collection } } });
    for await (const entry of outside) add(entry);
    const trashed = { collection, status: 'trashed' } as const;
    for await (const entry of api.list('/entries', { params: { query: trashed } })) add(entry);
  }
  for (const [name, entry] of byId) known.set(name, entry);
  return known;
}

/** The part of an entry that is known from an answer of the API. */
export type AnsweredEntry = Pick<
  EntryListItem,
  | 'id'
  | 'external_id'
  | 'collection_key'
  | 'version'
  | 'status'
  | 'locales_status'
  | 'changed_locales'
  | 'values'
  | 'live_values'
>;

/** An entry as the API answers it, in short. */
export function toKnownEntry(entry: AnsweredEntry, schema: SchemaDocument | null): KnownEntry {
  const collection = findCollection(schema, entry.collection_key);
  return {
    id: entry.id,
    identity: { id: entry.id, external_id: entry.external_id, collection_key: entry.collection_key },
    version: entry.version,
    isTrashed: entry.status === 'trashed',
    localesStatus: entry.locales_status,
    changedLocales: entry.changed_locales,
    fields: new Map(
      Object.entries(entry.values ?? {}).map(([locale, values]) => [locale, fieldFingerprints(collection, values)]),
    ),
    draft: fingerprints(collection, entry.values ?? {}),
    live: fingerprints(collection, entry.live_values ?? {}),
  };
}
