import { int } from '../../platform/database/row.ts';
import { type Connection, execute, query, type Sql, sql } from '../../platform/database/sql.ts';
import { insertPublications } from '../going-live.store.ts';
import { type LedgerCounts, NOTHING_CHANGED } from '../ledger-change.ts';

/**
 * Makes the ledger's live content the same as at an earlier sequence: closes rows that weren't live then, and opens those
 * that were.
 *
 * @param seq the new sequence
 * @param then the earlier sequence
 */
export async function replaceLedger(
  tx: Connection,
  projectId: string,
  seq: number,
  then: number,
): Promise<LedgerCounts> {
  const columns = (row: Sql): Sql => sql`(${row}.version, ${row}.collection_key, ${row}.schema_version, ${row}.sort_key,
    ${row}.content_hash, ${row}.values_hash, ${row}.published_at, ${row}.assets, ${row}.asset_fields)`;
  // Rows that were live then and still are aren't read. Other rows are looked up by key, one by one: the ledger's
  // statistics are too old for the planner to choose well. Closing is a separate statement: the CTEs of one statement run
  // in any order, and an entry has only one open row in a locale.
  await execute(
    tx,
    sql`UPDATE publications n SET until_seq = ${seq}::int
      WHERE n.project_id = ${projectId} AND n.since_seq > ${then}::int AND n.until_seq IS NULL
        AND (SELECT true FROM publications t WHERE t.project_id = ${projectId} AND t.entry_id = n.entry_id
          AND t.locale = n.locale AND t.since_seq <= ${then}::int AND (t.until_seq > ${then}::int) IS TRUE
          AND ${columns(sql`n`)} = ${columns(sql`t`)}) IS NULL`,
  );
  const rows = await query(
    tx,
    sql`WITH opened AS (
        ${insertPublications(
          projectId,
          seq,
          sql`publications p
        WHERE p.project_id = ${projectId} AND p.since_seq <= ${then}::int AND p.until_seq > ${then}::int
          AND (SELECT true FROM publications n WHERE n.project_id = ${projectId} AND n.entry_id = p.entry_id
            AND n.locale = p.locale AND n.until_seq IS NULL) IS NULL
        ORDER BY p.entry_id, p.locale`,
        )}
        RETURNING entry_id, locale
      ), closed AS (
        SELECT entry_id, locale FROM publications WHERE project_id = ${projectId} AND until_seq = ${seq}::int
      )
      SELECT count(*) FILTER (WHERE c.entry_id IS NULL)::int AS added,
        count(*) FILTER (WHERE c.entry_id IS NOT NULL AND o.entry_id IS NOT NULL)::int AS changed,
        count(*) FILTER (WHERE o.entry_id IS NULL)::int AS removed
      FROM opened o FULL JOIN closed c ON c.entry_id = o.entry_id AND c.locale = o.locale`,
    { added: int, changed: int, removed: int },
  );
  return rows[0] ?? NOTHING_CHANGED;
}
