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
  const [entry] = await query<{ collection_key: string }>(
    client,
    sql`SELECT collection_key FROM entries WHERE id = ${entryId} AND project_id = ${projectId}`,
  );
  if (!entry || !reads.includes(entry.collection_key)) throw new ApiError('entry.not_found');
}
