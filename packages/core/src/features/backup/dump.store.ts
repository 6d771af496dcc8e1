import { json, list, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, execute, joinSql, named, query, type Sql, sql } from '../../platform/database/sql.ts';
import { REMOVE_PROJECT } from '../../publishing/removal/removal.store.ts';
import { registry } from '../../server/registry.ts';
import type { KeyedLine } from './line-lists.ts';

/** Longer rows, in characters, come in smaller pages. */
const LONG_ROW = 8_000;

/** A table as the database has it. */
export interface TableShape {
  readonly name: string;
  /** Columns that the database doesn't generate, each with its type. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly primaryKey: readonly string[];
}

/**
 * Tables by their names, without those that a crash empties anyway.
 *
 * @param names by default those of the registry, which a backup holds
 */
export async function describeTables(
  on: Connection,
  names: readonly string[] = registry.tables.map(({ name }) => name),
): Promise<Map<string, TableShape>> {
  const rows = await query(
    on,
    sql`SELECT c.relname AS name,
        (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
        (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
          FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
          WHERE i.indrelid = c.oid AND i.indisprimary) AS key
      FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
        AND c.relname = ANY(${names}::text[])
      ORDER BY c.relname`,
    { name: text, columns: json<TableShape['columns']>(), key: list(text) },
  );
  return new Map(rows.map(({ name, columns, key }) => [name, { name, columns, primaryKey: key }]));
}

/** Begins to read one moment of the database, in a transaction that has just begun: values as the same text everywhere. */
export async function readOneMoment(on: Connection): Promise<Date> {
  await execute(on, sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  await setTextForms(on);
  const [row] = await query(on, sql`SELECT clock_timestamp() AS now`, { now: timestamp });
  return row?.now ?? new Date();
}

/** Makes values have the same text whatever the settings of the database are. */
export async function setTextForms(on: Connection): Promise<void> {
  await execute(
    on,
    sql`SELECT set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
  );
}

/** Reads a table by its primary key, page by page. Each line is a JSON array of the columns' texts. */
export async function* readRows(
  on: Connection,
  { name, columns, primaryKey }: TableShape,
): AsyncGenerator<KeyedLine[]> {
  const texts = joinSql(columns.map((column) => sql`${named(column.name)}::text`));
  const key: Sql = joinSql(primaryKey.map(named));
  await execute(
    on,
    sql`DECLARE backup_rows NO SCROLL CURSOR FOR
      SELECT concat_ws('/', ${key}) AS key, json_build_array(${texts})::text AS line FROM ${named(name)} ORDER BY ${key}`,
  );
  const fetch = (isLong: boolean): Promise<KeyedLine[]> => {
    const page = query(on, isLong ? sql`FETCH 50 FROM backup_rows` : sql`FETCH 1000 FROM backup_rows`, {
      key: text,
      line: text,
    });
    // The page is awaited in its turn.
    page.catch(() => undefined);
    return page;
  };
  // The database reads a page while the one before is worked on.
  for (let next = fetch(true); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetch(rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length > LONG_ROW);
    yield rows;
  }
  await execute(on, sql`CLOSE backup_rows`);
}

/** The names of the migrations that a database has had. */
export async function readMigrations(on: Connection): Promise<string[]> {
  const rows = await query(
    on,
    sql`SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    { name: text },
  );
  return rows.map(({ name }) => name);
}

/** The ids of all projects, except of those that are being removed. */
export async function idsOfProjects(on: Connection): Promise<string[]> {
  const rows = await query(
    on,
    sql`SELECT id FROM projects p
      WHERE NOT EXISTS (SELECT FROM jobs j WHERE j.kind = ${REMOVE_PROJECT} AND j.key = p.id)`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}
