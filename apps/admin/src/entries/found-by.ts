import type { CollectionDocument } from '@stele/schema';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { type ListedEntry, valuesIn } from './list-columns.tsx';

/**
 * Why a search finds an entry: the field that refers to what has its words, and what that is.
 *
 * @param locale the language of its values; null for any
 */
export function foundBy(
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
