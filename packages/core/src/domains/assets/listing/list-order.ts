import { isTimestamp } from '../../../platform/database/timestamp-text.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ListAssetsInput } from '../assets.schemas.ts';

/** The properties that assets can be sorted by. */
export type AssetSortKey = 'created' | 'updated' | 'filename' | 'bytes';

/** An order that indexes support; ties are sorted by id in the same direction. */
export interface AssetListOrder {
  readonly key: AssetSortKey;
  readonly descending: boolean;
}

/** The last asset of a page, after which the next page continues. */
export interface AssetCursor {
  readonly value: string;
  readonly id: string;
}

/** The order that a client requests; by default newest first. */
export function parseAssetOrder(sort: ListAssetsInput['sort'] = '-created'): AssetListOrder {
  return { key: sort.replace('-', '') as AssetSortKey, descending: sort.startsWith('-') };
}

/** Reads a place from the parts of a cursor. @throws ApiError `validation_failed` if it doesn't fit the order */
export function parseAssetCursor([value, id]: readonly [string, string], { key }: AssetListOrder): AssetCursor {
  const isValue = { created: true, filename: true, updated: isTimestamp(value), bytes: /^\d{1,15}$/.test(value) }[key];
  if (!isValue) throw invalid(['cursor'], 'The cursor is damaged.');
  return { value, id };
}
