import { text } from '../../platform/database/row.ts';
import { type Queryable, query, type Sql, sql } from '../../platform/database/sql.ts';

/** Up to where a reader of the database has seen everything. */
export interface Horizon {
  /** The oldest transaction that hadn't ended: all rows that others write from then on have this id or a later one. */
  readonly transaction: bigint;
  /** The database, and the run of its server: others count transactions of their own. */
  readonly database: string;
}

/** The present horizon: what is read afterwards has at least all that it says. */
export async function loadHorizon(pool: Queryable): Promise<Horizon> {
  const [row] = await query(
    pool,
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS transaction,
      concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()), pg_postmaster_start_time()) AS database`,
    { transaction: text, database: text },
  );
  if (!row) throw new Error('The database gave no horizon.');
  return { transaction: BigInt(row.transaction), database: row.database };
}

/** A row has the lower half of a transaction's id: halves are compared in a circle, as PostgreSQL does it itself. */
const HALF = 2n ** 32n;

/** Horizons further apart can't be compared. */
export const FURTHEST_TRANSACTIONS = 2n ** 30n;

/**
 * The entries of a collection whose drafts may be others than at a horizon, in one locale: their rows, those of entries that they
 * refer to, or those of assets that they show were written since, or are gone. Drafts that are gone aren't among them.
 *
 * @see {@link https://www.postgresql.org/docs/current/ddl-system-columns.html}, `xmin`
 */
export async function findChangedDrafts(
  pool: Queryable,
  { projectId, collection, locale }: Readonly<Record<'projectId' | 'collection' | 'locale', string>>,
  since: bigint,
): Promise<ReadonlySet<string>> {
  const isNew = (transaction: Sql): Sql =>
    sql`((${transaction}::text::bigint - ${String(since % HALF)}::bigint) & 4294967295) < 2147483648`;
  const rows = await query(
    pool,
    sql`WITH drafts AS MATERIALIZED (
        SELECT e.id, d.refers_to, d.assets, ${isNew(sql`e.xmin`)} OR ${isNew(sql`d.xmin`)} AS is_new
        FROM entries e JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${locale}
        WHERE e.project_id = ${projectId} AND e.collection_key = ${collection} AND e.trashed_at IS NULL)
      SELECT id FROM drafts WHERE is_new
      UNION SELECT d.id FROM drafts d CROSS JOIN unnest(d.refers_to) AS m(id)
        LEFT JOIN entries r ON r.id = m.id AND r.project_id = ${projectId} WHERE r.id IS NULL OR ${isNew(sql`r.xmin`)}
      UNION SELECT d.id FROM drafts d CROSS JOIN unnest(d.assets) AS m(id)
        LEFT JOIN assets a ON a.id = m.id AND a.project_id = ${projectId} WHERE a.id IS NULL OR ${isNew(sql`a.xmin`)}`,
    { id: text },
  );
  return new Set(rows.map(({ id }) => id));
}
