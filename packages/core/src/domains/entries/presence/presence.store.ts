import { type Queryable, query, sql } from '../../../platform/database/sql.ts';

/** The collection of an entry; null when the project has no such entry. */
export async function findCollectionOfEntry(
  client: Queryable,
  projectId: string,
  entryId: string,
): Promise<string | null> {
  const [entry] = await query<{ collection_key: string }>(
    client,
    sql`SELECT collection_key FROM entries WHERE id = ${entryId} AND project_id = ${projectId}`,
  );
  return entry?.collection_key ?? null;
}
