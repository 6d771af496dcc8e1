import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { invalid } from './errors.ts';

/** Names the place after an item, for a list with these filters only. Opaque to clients. */
export function makeCursor(filters: Json, after: string): string {
  return Buffer.from(JSON.stringify([fingerprint(filters), after])).toString('base64url');
}

/** Reads a cursor. @throws ApiError `validation_failed` for one that's damaged or of a list with other filters */
export function readCursor(filters: Json, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed[0] === fingerprint(filters) && typeof parsed[1] === 'string') return parsed[1];
  } catch {
    // Falls through to the same answer as a cursor of another list.
  }
  throw invalid(['cursor'], 'The cursor does not belong to this list. Begin again without it.');
}

function fingerprint(filters: Json): string {
  return sha256(canonicalJson(filters)).slice(0, 16);
}
