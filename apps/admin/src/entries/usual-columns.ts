import type { CollectionDocument, FieldDocument } from '@stele/schema';
import { viewOf } from '@/field-types/views.ts';

/** Kinds of fields that tell entries apart, in the order in which they're chosen: one field of each. */
const TELLING = ['picture', 'choice', 'entry', 'day'] as const;
/** More fields than these leave little room for titles. */
const MOST_FIELDS = 4;

/**
 * Keys of the columns that a list shows unless someone chose others: what it's sorted by, and what tells entries apart, as far
 * as there's room.
 *
 * @param sort the order of the list; null for none that a column shows
 * @param locales the project's languages
 * @param fits whether there's room for some columns
 */
export function usualColumns(
  collection: CollectionDocument | null,
  sort: string | null,
  locales: readonly string[],
  fits: (columns: readonly string[]) => boolean,
): readonly string[] {
  // In one language, the status says all.
  const hasStates = collection?.workflow !== undefined && locales.length === 1;
  const order = collection?.order;
  const fields = (collection?.fields ?? []).filter(({ key }) => key !== collection?.title_field);
  const sorting = fields.find(({ key }) => typeof order === 'object' && key === order?.field);
  const tells = ({ type }: FieldDocument) => viewOf(type).tells;
  const telling = TELLING.filter((what) => !sorting || tells(sorting) !== what).flatMap(
    (what) => fields.find((field) => tells(field) === what) ?? [],
  );
  const chosen = [...(sorting ? [sorting] : []), ...telling].slice(0, MOST_FIELDS).map(({ key }) => `field.${key}`);
  const columns = [
    ...chosen,
    ...(collection?.workflow ? ['state'] : []),
    ...(hasStates ? [] : ['languages']),
    'edited',
    ...(sort?.endsWith('created') && collection?.order ? ['created'] : []),
  ];
  const dispensable = [...chosen.toReversed(), 'created', 'edited'];
  return dispensable.reduce((left, column) => (fits(left) ? left : left.filter((key) => key !== column)), columns);
}

/** The order that a click on a column's heading gives first; null where the API has no index for it. */
export function sortOf(column: string, collection: CollectionDocument | null): string | null {
  const order = collection?.order;
  if (column === 'title') return 'title';
  if (column === 'edited') return '-updated';
  if (column === 'created') return '-created';
  return typeof order === 'object' && column === `field.${order?.field}` ? 'order' : null;
}
