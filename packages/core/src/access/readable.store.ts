import { text } from '../platform/database/row.ts';
import { type Queryable, query, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { ReadableCollections } from './permissions.ts';

/**
 * Makes sure that a caller may read an entry. To who may not, it doesn't exist.
 *
 * @throws ApiError `entry.not_found`
 */
export async function assertEntryReadable(
  client: Queryable,
  projectId: string,
  entryId: string,
  reads: ReadableCollections,
): Promise<void> {
  if (reads === null) return;
  const collection = await findCollectionOfEntry(client, projectId, entryId);
  if (collection === null || !reads.includes(collection)) throw new ApiError('entry.not_found');
}

/** The collection of an entry; null when the project has no such entry. */
export async function findCollectionOfEntry(
  client: Queryable,
  projectId: string,
  entryId: string,
): Promise<string | null> {
  const [entry] = await query(
    client,
    sql`SELECT collection_key FROM entries WHERE id = ${entryId} AND project_id = ${projectId}`,
    { collection_key: text },
  );
  return entry?.collection_key ?? null;
}
