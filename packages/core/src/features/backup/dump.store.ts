import { int, json, list, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import {
  type Connection,
  emptySql,
  execute,
  joinSql,
  named,
  type Queryable,
  query,
  rowsOf,
  type Sql,
  snapshotNamed,
  sql,
  typed,
} from '../../platform/database/sql.ts';
import { REMOVE_PROJECT } from '../../publishing/removal/removal.store.ts';
import { registry } from '../../server/registry.ts';
import type { KeyedLine } from './line-lists.ts';
import type { RowSource } from './manifest.ts';

/** Longer rows, in characters, come in smaller pages. */
const LONG_ROW = 8_000;
/** Rows of a small page, of the first one, and of all others. */
const [FEW, SOME, MANY] = [50, 200, 1_000];

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
export async function readOneMoment(on: Connection): Promise<{ readonly readAt: Date; readonly source: RowSource }> {
  await execute(on, sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  await setTextForms(on);
  const [row] = await query(
    on,
    sql`SELECT clock_timestamp() AS now, pg_snapshot_xmax(pg_current_snapshot())::text AS transaction,
      concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()), pg_postmaster_start_time()) AS database`,
    { now: timestamp, transaction: text, database: text },
  );
  if (!row) throw new Error('The database gave no time.');
  return { readAt: row.now, source: { database: row.database, transaction: row.transaction } };
}

/** Project → how many snapshots have gone live there. */
export async function liveSequences(on: Queryable): Promise<Map<string, number>> {
  const rows = await query(on, sql`SELECT id, live_seq AS sequence FROM projects`, { id: text, sequence: int });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

/** Makes others read the moment that a transaction reads, on connections of their own. @returns the name that `readSameMoment` takes */
export async function shareMoment(on: Connection): Promise<string> {
  const [row] = await query(on, sql`SELECT pg_export_snapshot() AS name`, { name: text });
  return row?.name ?? '';
}

/** Begins to read a moment that another transaction, which still goes on, shares. */
export async function readSameMoment(on: Connection, moment: string): Promise<void> {
  await execute(on, sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  await execute(on, sql`SET TRANSACTION SNAPSHOT ${snapshotNamed(moment)}`);
  await setTextForms(on);
}

/** Makes values have the same text whatever the settings of the database are. */
export async function setTextForms(on: Connection): Promise<void> {
  await execute(
    on,
    sql`SELECT set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
  );
}

/** A row, and a number that it has only until it's written again: made of its key and of the transaction that wrote it. */
export interface RowLine extends KeyedLine {
  readonly mark: string;
}

/** The texts of a row's primary key. */
export function primaryKeyOf({ columns, primaryKey }: TableShape, { line }: KeyedLine): string[] {
  const texts = JSON.parse(line) as string[];
  return primaryKey.map((name) => texts[columns.findIndex((column) => column.name === name)] ?? '');
}

/** The types of a primary key's columns. */
function typesOfKey({ columns, primaryKey }: TableShape): string[] {
  return primaryKey.map((name) => columns.find((column) => column.name === name)?.type ?? '');
}

/** The mark of a row of a table. Freezing leaves `xmin` as it is. */
const markOf = (key: Sql, table: Sql): Sql => sql`hashtextextended(concat_ws('/', ${key}, ${table}.xmin), 0)`;

/**
 * Reads a table by its primary key, page by page. Each line is a JSON array of the columns' texts.
 *
 * @param from key of the first row; by default, of the table's first one
 * @param expected how many rows will be read, more or less; by default, all
 */
export async function* readRows(
  on: Connection,
  shape: TableShape,
  from: readonly string[] | null = null,
  expected = Number.POSITIVE_INFINITY,
): AsyncGenerator<RowLine[]> {
  const types = typesOfKey(shape);
  const key = joinSql(shape.primaryKey.map(named));
  const texts = joinSql(shape.columns.map((column) => sql`${named(column.name)}::text`));
  const beyond = (operator: Sql, values: readonly string[]): Sql =>
    sql`WHERE (${key}) ${operator} (${joinSql(values.map((value, at) => sql`${value}::${typed(types[at] ?? '')}`))})`;
  const read = (where: Sql, limit: number): Promise<RowLine[]> => {
    const page = query(
      on,
      sql`SELECT concat_ws('/', ${key}) AS key, json_build_array(${texts})::text AS line,
          ${markOf(key, named(shape.name))}::text AS mark
        FROM ${named(shape.name)} ${where} ORDER BY ${key} LIMIT ${limit}`,
      { key: text, line: text, mark: text },
    );
    // The page is awaited in its turn.
    page.catch(() => undefined);
    return page;
  };
  const isLong = (rows: readonly RowLine[]): boolean =>
    rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length > LONG_ROW;
  let left = expected;
  let limit = Math.min(left + FEW, SOME);
  let rows = await read(from ? beyond(sql`>=`, from) : emptySql, limit);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    const isEnd = rows.length < limit;
    left -= rows.length;
    limit = isLong(rows) ? FEW : Math.min(Math.max(left, 0) + FEW, MANY);
    const after = beyond(sql`>`, primaryKeyOf(shape, last));
    // The database reads a page while the one before is worked on, unless that may be the last one.
    const next = isEnd ? [] : left > 0 ? read(after, limit) : null;
    yield rows;
    rows = await (next ?? read(after, limit));
  }
}

/** Some rows of a table as they're now: those from the key at a place in a list on, up to the next key that there is. */
const RANGE = { place: int, lines: int, marks: text };

/** The ranges that begin with rows of these keys, in their order. Rows before the first one have the place -1. */
export function findRanges(
  on: Connection,
  shape: TableShape,
  firsts: readonly (readonly string[])[],
): Promise<RowOf<typeof RANGE>[]> {
  const columns = shape.primaryKey.map(named);
  const key = joinSql(columns.map((column) => sql`t.${column}`));
  const types = typesOfKey(shape);
  const ofRange = shape.primaryKey.map((name, at): [string, [string, (first: readonly string[]) => unknown]] => [
    name,
    [types[at] ?? '', (first) => first[at]],
  ]);
  return query(
    on,
    sql`SELECT coalesce(place, 0)::int - 1 AS place, count(*)::int AS lines, sum(mark)::text AS marks
      FROM (SELECT max(r.place) OVER (ORDER BY ${key} ROWS UNBOUNDED PRECEDING) AS place, ${markOf(key, sql`t`)} AS mark
        FROM ${named(shape.name)} t LEFT JOIN ${rowsOf('r', firsts, Object.fromEntries(ofRange), 'place')}
          USING (${joinSql(columns)})) AS t
      GROUP BY place`,
    RANGE,
  );
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
