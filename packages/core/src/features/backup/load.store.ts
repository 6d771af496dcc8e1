import { askForProcessing } from '../../media/processing/ask-for-processing.ts';
import { APPLICATION_NAME } from '../../platform/database/database-settings.ts';
import { bool, int, nullable, text } from '../../platform/database/row.ts';
import { type Connection, execute, joinSql, named, query, sql, typed } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { lateKey, REMOVE_PROJECT } from '../../publishing/removal/removal.store.ts';
import { loadUnshownChanges, RERENDER_ASSETS } from '../../publishing/rerender/changed-assets.store.ts';
import type { TableShape } from './dump.store.ts';

const LOADING_MEMORY_KB = 256 * 1024;

/** A row as a backup has it: the texts of its columns. */
export type RowTexts = readonly (string | null)[];

/** Whether people or projects are in a database already. */
export async function holdsInstance(on: Connection): Promise<boolean> {
  const [row] = await query(on, sql`SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM projects) AS holds`, {
    holds: bool,
  });
  return row?.holds ?? true;
}

/** Keeps everyone else from reading and writing tables until the transaction ends. */
export async function lockTables(on: Connection, tables: Iterable<string>): Promise<void> {
  await execute(on, sql`LOCK TABLE ${joinSql([...tables].map(named))} IN ACCESS EXCLUSIVE MODE`);
}

/** Whether a process of Stele, other than a command, is connected to the database. */
export async function isInUse(on: Connection): Promise<boolean> {
  const [row] = await query(
    on,
    sql`SELECT EXISTS (SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${APPLICATION_NAME}) AS used`,
    { used: bool },
  );
  return row?.used ?? false;
}

/** Empties tables, and remembers and drops what only slows the loading of whole tables down: see `finishLoading`. */
export async function beginLoading(on: Connection, tables: Iterable<string>): Promise<void> {
  await execute(
    on,
    sql`CREATE TEMPORARY TABLE loading ON COMMIT DROP AS
      SELECT 1 AS step, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS before,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS after
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
      UNION ALL
      SELECT 2, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary
        AND i.indrelid <> '_prisma_migrations'::regclass
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
      UNION ALL
      SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname),
        format('ALTER TABLE %s ENABLE TRIGGER %I', t.tgrelid::regclass, t.tgname)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  );
  await execute(
    on,
    sql`DO $$ DECLARE one text; BEGIN
      FOR one IN SELECT before FROM loading ORDER BY step LOOP EXECUTE one; END LOOP; END $$`,
  );
  await execute(on, sql`TRUNCATE ${joinSql([...tables].map(named))}`);
}

/**
 * Makes indexes, constraints and triggers again, which checks every reference, with more memory than a server usually takes; lets
 * sequences go on after their rows, and tells the planner.
 */
export async function finishLoading(on: Connection): Promise<void> {
  await execute(
    on,
    sql`SELECT set_config(name, greatest(setting::int, ${LOADING_MEMORY_KB})::text, true) FROM pg_settings
      WHERE name IN ('maintenance_work_mem', 'work_mem')`,
  );
  await execute(
    on,
    sql`DO $$ DECLARE one text; BEGIN
      FOR one IN SELECT after FROM loading ORDER BY step DESC LOOP EXECUTE one; END LOOP; END $$`,
  );
  await execute(
    on,
    sql`DO $$ DECLARE it record; BEGIN
      FOR it IN SELECT s.oid::regclass AS sequence, a.attrelid::regclass AS place, a.attname AS field
        FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass
        JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace
      LOOP
        EXECUTE format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %s', it.sequence, it.field, it.place);
      END LOOP; END $$`,
  );
  // Without statistics, the planner would take slow ways until the server gathers some, and the embedded database never does.
  await execute(on, sql`ANALYZE`);
}

/** Inserts rows as they were. @param columns of the texts, in their order @param keepsOthers leaves rows that are there */
export async function insertRows(
  on: Connection,
  { name, columns: shape }: TableShape,
  columns: readonly string[],
  rows: readonly RowTexts[],
  { keepsOthers = false }: { readonly keepsOthers?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const types = new Map(shape.map((column) => [column.name, column.type]));
  const casts = columns.map((column, index) => sql`${named(`c${index}`)}::${typed(types.get(column) ?? '')}`);
  await execute(
    on,
    sql`INSERT INTO ${named(name)} (${joinSql(columns.map(named))}) SELECT ${joinSql(casts)}
      FROM unnest(${joinSql(columns.map((_, index) => sql`${rows.map((row) => row[index] ?? null)}::text[]`))})
        AS given(${joinSql(columns.map((_, index) => named(`c${index}`)))})
      ${keepsOthers ? sql`ON CONFLICT DO NOTHING` : sql``}`,
  );
}

export async function countRows(on: Connection, table: string): Promise<number> {
  const [row] = await query(on, sql`SELECT count(*)::int AS count FROM ${named(table)}`, { count: int });
  return row?.count ?? 0;
}

/** Names of tables, those that others refer to first. */
export async function sortByReferences(on: Connection, tables: Iterable<string>): Promise<string[]> {
  const references = await query(
    on,
    sql`SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint c
      JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
      WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND f.oid <> t.oid`,
    { from: text, to: text },
  );
  const sorted: string[] = [];
  const visit = (table: string): void => {
    if (sorted.includes(table)) return;
    for (const { from, to } of references) if (from === table) visit(to);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** Why a project can't be restored: its removal goes on, or it's there, or its address is taken; null when it can. */
export async function obstacleOf(on: Connection, projectId: string, slug: string): Promise<string | null> {
  const removals = await query(
    on,
    sql`SELECT key, owner FROM jobs
      WHERE kind = ${REMOVE_PROJECT} AND key IN (${projectId}, ${lateKey(projectId)}) ORDER BY key FOR UPDATE`,
    { key: text, owner: nullable(text) },
  );
  if (removals.some(({ key, owner }) => key === projectId || owner !== null)) {
    return 'The project is still being removed. Try again when that is done.';
  }
  const [row] = await query(
    on,
    sql`SELECT EXISTS (SELECT FROM projects WHERE id = ${projectId}) AS there,
      (SELECT id FROM projects WHERE slug = ${slug}) AS taken`,
    { there: bool, taken: nullable(text) },
  );
  if (row?.there) return 'The project is there. Remove it first, or restore into another instance.';
  return row?.taken ? `Project ${row.taken} has its address, ${slug}.` : null;
}

/** Puts the last look for files of a deleted project off, so that it doesn't run while the project is restored. */
export async function postponeRemoval(on: Connection, projectId: string): Promise<void> {
  await execute(
    on,
    sql`UPDATE jobs SET run_at = greatest(run_at, now() + interval '25 hours')
      WHERE kind = ${REMOVE_PROJECT} AND key = ${lateKey(projectId)}`,
  );
}

/** Keeps a project that was deleted and is there again from being removed. */
export async function cancelRemoval(on: Connection, projectId: string): Promise<void> {
  await execute(on, sql`DELETE FROM jobs WHERE kind = ${REMOVE_PROJECT} AND key = ${lateKey(projectId)}`);
}

export async function idsOfPeople(on: Connection): Promise<Set<string>> {
  const rows = await query(on, sql`SELECT id FROM users`, { id: text });
  return new Set(rows.map(({ id }) => id));
}

/** Makes the API go on with what it was about to do with a project's assets: jobs aren't restored with one project. */
export async function continueAssets(on: Connection, projectId: string): Promise<void> {
  const now = new Date();
  const processed = await query(
    on,
    sql`SELECT id FROM assets WHERE project_id = ${projectId}
      AND (stage = 'processing' OR rendered_revision < revision) ORDER BY id`,
    { id: text },
  );
  const ids = processed.map(({ id }) => id);
  await askForProcessing(on, projectId, ids, now);
  if ((await loadUnshownChanges(on, projectId)).size === 0) return;
  await enqueueJobs(
    on,
    [{ kind: RERENDER_ASSETS, key: projectId, payload: { project_id: projectId }, runAt: now }],
    now,
  );
}
