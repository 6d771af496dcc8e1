import { text } from '../../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';

/** The id of the entry with an `external_id` in a collection, even in the trash; null when there is none. */
export async function findIdByExternalId(
  pool: Queryable,
  projectId: string,
  { collectionKey, externalId }: { readonly collectionKey: string; readonly externalId: string },
): Promise<string | null> {
  const rows = await query(
    pool,
    sql`SELECT id FROM entries
      WHERE project_id = ${projectId} AND collection_key = ${collectionKey} AND external_id = ${externalId}`,
    { id: text },
  );
  return rows[0]?.id ?? null;
}
