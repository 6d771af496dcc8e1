import { isTimestamp } from '../../../platform/database/timestamp-text.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ListAssetsInput } from '../assets.schemas.ts';

/** What assets can be sorted by. */
export type SortKey = 'created' | 'updated' | 'filename' | 'bytes';

/** An order that indexes know; ties by id in the same direction. */
export interface ListOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** The last asset of a page, behind which the next one goes on. */
export interface Place {
  readonly value: string;
  readonly id: string;
}

/** The order that a client asks for: the newest first unless it does. */
export function parseOrder(sort: ListAssetsInput['sort'] = '-created'): ListOrder {
  return { key: sort.replace('-', '') as SortKey, descending: sort.startsWith('-') };
}

/** Reads a place from the parts of a cursor. @throws ApiError `validation_failed` for one that the order can't have */
export function parsePlace([value, id]: readonly [string, string], { key }: ListOrder): Place {
  const isValue = { created: true, filename: true, updated: isTimestamp(value), bytes: /^\d{1,15}$/.test(value) }[key];
  if (!isValue) throw invalid(['cursor'], 'The cursor is damaged.');
  return { value, id };
}
