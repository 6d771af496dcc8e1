import type { CollectionDocument } from '@stele/schema';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { type ListedEntry, valuesIn } from './list-columns.tsx';

/** How many reasons a row shows: it must not grow with them. */
const SHOWN = 2;

/**
 * Why a search finds an entry: two of the reasons, and how many more there are.
 *
 * @param locale the language of its values; null for any
 */
export function reasonsFound(
  entry: ListedEntry,
  collection: CollectionDocument | null,
  locale: string | null,
): string[] {
  const found = entry.found_by ?? [];
  const shown = found.slice(0, SHOWN).map((one) => foundBy(entry, collection, one, locale));
  return found.length > SHOWN ? [...shown, common.andMore({ count: found.length - SHOWN })] : shown;
}

/**
 * Why a search finds an entry: the field that refers to what has its words, and what that is.
 *
 * @param locale the language of its values; null for any
 */
function foundBy(
  entry: ListedEntry,
  collection: CollectionDocument | null,
  { id, title }: NonNullable<ListedEntry['found_by']>[number],
  locale: string | null,
): string {
  const all =
    locale === null && 'values' in entry ? Object.values(entry.values ?? {}) : [valuesIn(entry, locale ?? '') ?? {}];
  const refersIn = (key: string) => all.some((values) => JSON.stringify(values[key] ?? null).includes(`"${id}"`));
  const field = collection?.fields.find(({ key }) => refersIn(key));
  return t.foundBy({ field: field?.label ?? t.refersTo, title: title || common.untitled });
}
