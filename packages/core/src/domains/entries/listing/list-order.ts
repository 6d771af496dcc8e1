import { findCollection, type SchemaDocument } from '@stele/schema';
import { isTimestamp } from '../../../platform/database/timestamp-text.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ListEntriesInput } from './listing.schemas.ts';

export type SortKey = 'created' | 'updated' | 'title' | 'position' | 'order' | 'trashed';

/** An order that indexes support; ties are sorted by id in the same direction. */
export interface ListOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: ListOrder = { key: 'created', descending: true };

/** The last entry of a page, after which the next page continues. */
export interface PageCursor {
  /** The page's sort key: of a search, the rank of its hits or the time of creation. */
  readonly by: SortKey | 'rank';
  readonly value: string;
  readonly id: string;
}

/** Start of a part of a list: after an entry, or at it. */
export interface Start extends Pick<PageCursor, 'value' | 'id'> {
  readonly inclusive?: boolean;
}

/**
 * The order that a client requests. The schema defines a collection's own order.
 *
 * @throws ApiError `validation_failed` for an order by position or the collection's own without a collection; for the time of
 *   deletion outside of the trash
 */
export function parseOrder(
  sort: NonNullable<ListEntriesInput['sort']>,
  { collection, status }: Pick<ListEntriesInput, 'collection' | 'status'>,
  schema: SchemaDocument | null,
): ListOrder {
  const order: ListOrder = { key: sort.replace('-', '') as SortKey, descending: sort.startsWith('-') };
  if (order.key === 'trashed' && status !== 'trashed') {
    throw invalid(['sort'], 'This order is only for the trash. Add status=trashed.');
  }
  if (order.key !== 'position' && order.key !== 'order') return order;
  if (collection === undefined)
    throw invalid(['sort'], 'This order is only for one collection. Give it as collection.');
  if (order.key === 'position') return order;
  const own = findCollection(schema, collection)?.order ?? null;
  const { descending } = order;
  if (own === null) return { ...NEWEST_FIRST, descending: !descending };
  return { key: own === 'manual' ? 'position' : 'order', descending };
}

/**
 * Reads a place from the parts of a cursor.
 *
 * @param order the requested one, or null
 * @throws ApiError `validation_failed` for a cursor that doesn't fit the list
 */
export function parsePageCursor(
  [by = '', value = '', id = '']: readonly string[],
  order: ListOrder | null,
): PageCursor {
  const possible = order ? [order.key] : (['rank', 'created'] as const);
  const key = possible.find((one) => one === by);
  if (!key || !isValue(key, value)) throw invalid(['cursor'], 'The cursor is damaged.');
  return { by: key, value, id };
}

function isValue(by: PageCursor['by'], value: string): boolean {
  if (by === 'rank') {
    const rank = Math.fround(Number(value));
    return (
      /^\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?$/.test(value) &&
      Number.isFinite(rank) &&
      (rank > 1e-37 || Number(value) === 0)
    );
  }
  return (by !== 'updated' && by !== 'trashed') || isTimestamp(value);
}
