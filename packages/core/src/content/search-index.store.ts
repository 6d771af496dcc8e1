import { execute, type Queryable, sql } from '../platform/database/sql.ts';

/** Merges the drafts that PostgreSQL has gathered into the search index. @throws DatabaseError of `pg` */
export async function mergeSearchIndex(pool: Queryable): Promise<void> {
  await execute(pool, sql`SELECT gin_clean_pending_list('entry_drafts_search_idx')`);
}
