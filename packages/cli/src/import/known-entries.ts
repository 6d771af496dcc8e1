import { findCollection, type SchemaDocument } from '@stele/schema';
import type { Api } from '../api/api.ts';
import type { Entry, EntryContent, ListedEntry } from '../api/shapes.ts';
import { nameKey } from '../content/line.ts';
import { type Fingerprints, fieldFingerprints, fingerprints } from './fingerprint.ts';

/** An entry of the project, as far as an import needs to know it. */
export interface KnownEntry {
  readonly id: string;
  readonly version: number;
  readonly isTrashed: boolean;
  readonly localesStatus: Readonly<Record<string, string>>;
  /** Live locales whose draft says something else. */
  readonly changedLocales: readonly string[];
  /** Locale → field → fingerprint, of the drafts. */
  readonly fields: ReadonlyMap<string, Fingerprints>;
  /** Of the drafts. */
  readonly draft: Fingerprints;
  readonly live: Fingerprints;
}

/** Entries by their names. */
export type KnownEntries = Map<string, KnownEntry>;

/**
 * Looks up all entries of some collections that have an external id, those in the trash too.
 *
 * @param collections key → whether it matters what the entries say
 */
export async function findKnownEntries(
  api: Api,
  projectId: string,
  schema: SchemaDocument | null,
  collections: ReadonlyMap<string, boolean>,
): Promise<KnownEntries> {
  const known: KnownEntries = new Map();
  const add = (entry: ListedEntry & Partial<EntryContent>): void => {
    const { external_id: externalId, collection_key: key } = entry;
    if (externalId !== null) known.set(nameKey([key, externalId]), toKnownEntry(entry, schema));
  };
  for (const [collection, withContent] of collections) {
    const outside = withContent
      ? api.entriesWithContent(projectId, { collection })
      : api.entries(projectId, { collection });
    for await (const entry of outside) add(entry);
    for await (const entry of api.entries(projectId, { collection, status: 'trashed' })) add(entry);
  }
  return known;
}

/** An entry as the API answers it, in short. */
export function toKnownEntry(
  entry: ListedEntry & Partial<Pick<Entry, 'values'> & Pick<EntryContent, 'live_values'>>,
  schema: SchemaDocument | null,
): KnownEntry {
  const collection = findCollection(schema, entry.collection_key);
  return {
    id: entry.id,
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
