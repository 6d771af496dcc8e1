import { findCollection, type SchemaDocument } from '@stele/schema';
import { isTimestamp } from '../../../platform/database/timestamp-text.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ListEntriesInput } from '../entries.schemas.ts';

/** What entries can be sorted by. */
export type SortKey = 'created' | 'updated' | 'title' | 'position' | 'order';

/** An order that indexes know; ties by id in the same direction. */
export interface ListOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: ListOrder = { key: 'created', descending: true };

/** The last entry of a page, behind which the next one goes on. */
export interface Place {
  /** What the page was sorted by: of a search, its hits' rank or the time of making. */
  readonly by: SortKey | 'rank';
  readonly value: string;
  readonly id: string;
}

/** Where a part of a list begins: behind a place, or at it. */
export interface Start extends Pick<Place, 'value' | 'id'> {
  readonly inclusive?: boolean;
}

/**
 * The order that a client asks for; of a collection's own order, what the schema says.
 *
 * @throws ApiError `validation_failed` for places, and for a collection's own order, when no collection is named
 */
export function parseOrder(
  sort: NonNullable<ListEntriesInput['sort']>,
  collection: string | null,
  schema: SchemaDocument | null,
): ListOrder {
  const order: ListOrder = { key: sort.replace('-', '') as SortKey, descending: sort.startsWith('-') };
  if (order.key !== 'position' && order.key !== 'order') return order;
  if (collection === null) throw invalid(['sort'], 'This order is that of one collection. Name it with collection.');
  if (order.key === 'position') return order;
  const own = findCollection(schema, collection)?.order ?? null;
  if (own === null) return NEWEST_FIRST;
  return { key: own === 'manual' ? 'position' : 'order', descending: false };
}

/**
 * Reads a place from the parts of a cursor.
 *
 * @param order the one that was asked for; null when none was
 * @throws ApiError `validation_failed` for a place that the list can't have
 */
export function parsePlace([by = '', value = '', id = '']: readonly string[], order: ListOrder | null): Place {
  const possible = order ? [order.key] : (['rank', 'created'] as const);
  const key = possible.find((one) => one === by);
  if (!key || !isValue(key, value)) throw invalid(['cursor'], 'The cursor is damaged.');
  return { by: key, value, id };
}

function isValue(by: Place['by'], value: string): boolean {
  if (by === 'rank') {
    const rank = Math.fround(Number(value));
    return (
      /^\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?$/.test(value) &&
      Number.isFinite(rank) &&
      (rank > 1e-37 || Number(value) === 0)
    );
  }
  return by !== 'updated' || isTimestamp(value);
}
