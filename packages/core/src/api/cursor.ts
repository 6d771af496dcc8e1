import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { invalid } from '../platform/errors.ts';
import { assertStorable } from './rest/storable-json.ts';

/** A cursor that continues a list after an item; only valid with the same filters. Opaque to clients. */
export function makeCursor(filters: Json, after: string): string {
  return Buffer.from(JSON.stringify([fingerprint(filters), after])).toString('base64url');
}

/**
 * A page of a list whose cursor is the id of an item.
 *
 * @param load gets the last id of the previous page, and how many items to load at most
 * @throws ApiError `validation_failed` for a cursor of another list
 */
export async function pageById<Item extends { readonly id: string }>(
  filters: Json,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  load: (after: string | null, limit: number) => Promise<readonly Item[]>,
): Promise<{ data: Item[]; next_cursor: string | null }> {
  const found = await load(readCursor(filters, cursor), limit + 1);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: found.length > limit && last ? makeCursor(filters, last.id) : null };
}

/** Reads a cursor that is an id. @throws as `readCursorAs` */
export function readCursor(filters: Json, cursor: string | undefined): string | null {
  return readCursorAs(filters, cursor, (after) => after);
}

/** Reads a cursor that is a number, in the range of the database's integers. @throws as `readCursorAs` */
export function readNumberCursor(filters: Json, cursor: string | undefined): number | null {
  return readCursorAs(filters, cursor, (after) => (/^[0-9]{1,9}$/.test(after) ? Number(after) : null));
}

/** Reads a cursor of two strings. @throws as `readCursorAs` */
export function readPairCursor(filters: Json, cursor: string | undefined): [string, string] | null {
  const parts = readTextsCursor(filters, cursor, 2);
  return parts && [parts[0] ?? '', parts[1] ?? ''];
}

/** Reads a cursor of `count` strings. @throws as `readCursorAs` */
export function readTextsCursor(filters: Json, cursor: string | undefined, count: number): string[] | null {
  return readCursorAs(filters, cursor, (after) => {
    const parts: unknown = JSON.parse(after);
    const isPlace = Array.isArray(parts) && parts.length === count && parts.every((part) => typeof part === 'string');
    return isPlace ? parts : null;
  });
}

/**
 * Reads a cursor.
 *
 * @param read parses the cursor's string; null when it's invalid
 * @throws ApiError `validation_failed` for a damaged cursor, or one of a list with other filters
 */
function readCursorAs<Place>(
  filters: Json,
  cursor: string | undefined,
  read: (after: string) => Place | null,
): Place | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    assertStorable(parsed);
    if (Array.isArray(parsed) && parsed[0] === fingerprint(filters) && typeof parsed[1] === 'string') {
      const place = read(parsed[1]);
      assertStorable(place);
      if (place !== null) return place;
    }
  } catch {
    // Falls through to the same error as a cursor of another list.
  }
  throw invalid(['cursor'], 'The cursor does not belong to this list. Start again without it.');
}

function fingerprint(filters: Json): string {
  return sha256(canonicalJson(filters)).slice(0, 16);
}
