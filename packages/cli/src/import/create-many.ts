import { ApiError, type EntryWarning, type ImportedEntries } from '@stele/client';
import type { LocaleValues } from '../api.ts';
import { type AnsweredEntry, type KnownEntry, toKnownEntry } from './known-entries.ts';
import type { ImportTarget } from './plan.ts';

/** The most entries that are created and published together. */
export const MOST_TOGETHER = 100;
/** The most characters of a request: the API takes 4 MiB. */
const MOST_CHARACTERS = 1_500_000;

/** An entry to create. */
interface EntryToCreate {
  readonly collection: string;
  readonly externalId: string;
  readonly values: LocaleValues;
  /** Whether to publish the locales of its values. */
  readonly publish: boolean;
}

/** An entry that was created together with others. */
export interface CreatedEntry {
  readonly entry: KnownEntry;
  readonly published: boolean;
  readonly warnings: readonly EntryWarning[];
}

/**
 * Creates entries in as few requests as fit. Refused ones are left out, and so are all of them where the API can't do this: then
 * each has to be created by itself, which says why.
 *
 * @returns in the order of the entries; undefined for those that weren't created
 */
export async function createMany(
  target: ImportTarget,
  wanted: readonly EntryToCreate[],
): Promise<readonly (CreatedEntry | undefined)[]> {
  const made: (CreatedEntry | undefined)[] = [];
  for (const batch of batchesOf(wanted)) made.push(...(await createBatch(target, batch)));
  return made;
}

/** Sends a batch, and again without the entries that make the whole request invalid. */
async function createBatch(
  target: ImportTarget,
  batch: readonly EntryToCreate[],
): Promise<readonly (CreatedEntry | undefined)[]> {
  const entries = batch.map(({ collection, externalId, values, publish }) => ({
    collection_key: collection,
    external_id: externalId,
    values,
    publish,
  }));
  try {
    const answer = await target.api.post('/entries/import', { body: { entries, include: 'values' } });
    return batch.map((entry, index) => toCreated(target, entry, answer.warnings, answer.data[index]));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    const invalid = new Set(error.details.map(({ path: [, index] }) => index));
    const valid = batch.filter((_, index) => !invalid.has(index));
    if (valid.length === batch.length || valid.length === 0) return batch.map(() => undefined);
    const made = (await createBatch(target, valid)).values();
    return batch.map((_, index) => (invalid.has(index) ? undefined : made.next().value));
  }
}

function toCreated(
  { schema }: ImportTarget,
  { collection, values }: EntryToCreate,
  warnings: readonly EntryWarning[],
  item: ImportedEntries['data'][number] | undefined,
): CreatedEntry | undefined {
  if (!item?.values || item.id === null || item.version === null) return undefined;
  const { id, version, external_id, published } = item;
  const live = published ? item.values : {};
  const isLive = (locale: string): boolean => published && Object.hasOwn(values, locale);
  const statusIn = (locale: string) => [locale, isLive(locale) ? 'published' : 'draft'] as const;
  const own: AnsweredEntry = {
    id,
    external_id,
    version,
    collection_key: collection,
    status: published ? 'published' : 'draft',
    locales_status: Object.fromEntries(Object.keys(item.values).map(statusIn)),
    changed_locales: [],
    values: item.values,
    live_values: Object.fromEntries(Object.entries(live).filter(([locale]) => isLive(locale))),
  };
  return {
    entry: toKnownEntry(own, schema),
    published,
    warnings: warnings.filter(({ source_id }) => source_id === id),
  };
}

function* batchesOf(wanted: readonly EntryToCreate[]): Generator<readonly EntryToCreate[]> {
  let batch: EntryToCreate[] = [];
  let characters = 0;
  for (const entry of wanted) {
    const own = JSON.stringify(entry).length;
    if (batch.length > 0 && (batch.length >= MOST_TOGETHER || characters + own > MOST_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(entry);
    characters += own;
  }
  if (batch.length > 0) yield batch;
}
