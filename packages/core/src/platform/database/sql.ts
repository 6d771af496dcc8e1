import { createHash } from 'node:crypto';
import type { FieldDef, Pool } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Columns, RowOf } from './row.ts';

/** A statement, or a part of one, with the values that are sent with it. */
export type Sql = Prisma.Sql;

/**
 * Makes a statement: sql`SELECT id FROM entries WHERE project_id = ${projectId}`. Interpolations are sent as values, except
 * for another `sql`, which becomes a part of the statement.
 */
export const sql = Prisma.sql;

/** Joins parts of a statement; there must be at least one. */
export const joinSql = Prisma.join;

/** An empty part of a statement. */
export const emptySql = Prisma.empty;

/** A table or a column by its name, which must not come from a request. @throws Error for an invalid name */
export function named(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a valid name of a table or column.`);
  return Prisma.raw(`"${name}"`);
}

/** A column's type as the database writes it, such as `timestamp(3) with time zone`. @throws Error for anything else */
export function typed(type: string): Sql {
  if (!/^[a-z][a-z0-9_ ]*(?:\(\d+(?:,\d+)?\))?[a-z ]*(?:\[\])?$/.test(type))
    throw new Error(`${type} is no type of the database.`);
  return Prisma.raw(type);
}

/** The name of a snapshot that another transaction exported, in quotes. @throws Error for anything else */
export function snapshotNamed(name: string): Sql {
  if (!/^[0-9A-F]+(?:-[0-9A-F]+)*$/.test(name)) throw new Error(`${name} is no name of a snapshot.`);
  return Prisma.raw(`'${name}'`);
}

/** A column of `rowsOf`: a type of the database, and the value of each item; or the whole column as an array. */
type RowsColumn<Item> = readonly [type: string, valueOf: (item: Item) => unknown] | Sql;

/**
 * An item of FROM with a row for each item of a list: `rowsOf('c', entries, { id: ['text', ({ id }) => id] })` is named `c(id)`.
 * Each column is sent as one array, so the statement has the same text for any number of rows.
 *
 * @param numbers name of a last column with the number of each row, from 1
 * @throws Error for invalid names and types
 */
export function rowsOf<Item>(
  name: string,
  items: readonly Item[],
  columns: Readonly<Record<string, RowsColumn<Item>>>,
  numbers?: string,
): Sql {
  const arrays = Object.values(columns).map((column) =>
    isSql(column) ? column : sql`${items.map(column[1])}::${typed(`${column[0]}[]`)}`,
  );
  const names = [...Object.keys(columns), ...(numbers ? [numbers] : [])].map(named);
  return sql`unnest(${joinSql(arrays)})${numbers ? sql` WITH ORDINALITY` : emptySql} AS ${named(name)}(${joinSql(names)})`;
}

function isSql(column: RowsColumn<never>): column is Sql {
  return column instanceof Prisma.Sql;
}

/** A pool, or one of its connections in a transaction. */
export type Queryable = Pick<Pool, 'query'>;

/** Anything that runs statements, including Prisma's client in a transaction. */
export type Connection = Queryable | Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/** Rows as the database returned them, with the columns that it reports; Prisma's client reports none. */
export interface Returned {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly fields?: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[];
}

type RowCheck = (statement: Sql, columns: Columns, returned: Returned) => void;

let checkRows: RowCheck | undefined;

/** Has a function compare the columns of each statement with what the database returned. For tests. */
export function checkRowsWith(check: RowCheck): void {
  checkRows = check;
}

/**
 * Runs a statement for its rows.
 *
 * @param columns the columns of the rows, in any order
 * @throws DatabaseError of `pg`, or Prisma's error where Prisma runs it
 */
export async function query<Of extends Columns>(on: Connection, statement: Sql, columns: Of): Promise<RowOf<Of>[]> {
  return run(on, statement, columns, {});
}

/** Runs a statement for nothing but its effect. @returns how many rows it changed or found @throws as `query` does */
export async function execute(on: Connection, statement: Sql): Promise<number> {
  if (!isQueryable(on)) return on.$executeRaw(statement);
  const { rowCount } = await on.query({ text: statement.text, values: statement.values });
  return rowCount ?? 0;
}

/** Names of prepared statements by their text. The code only builds a few different ones. */
const names = new Map<string, string>();

/**
 * Runs a statement for its rows, and prepares it: a connection parses and plans it only once. For frequent statements with few
 * variants. Prisma runs it like any other.
 *
 * @param columns the columns of the rows, in any order
 * @throws as `query` does
 */
export async function queryPrepared<Of extends Columns>(
  on: Connection,
  statement: Sql,
  columns: Of,
): Promise<RowOf<Of>[]> {
  const { text } = statement;
  const name = names.get(text) ?? `p_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return run(on, statement, columns, { name });
}

async function run<Of extends Columns>(
  on: Connection,
  statement: Sql,
  columns: Of,
  prepared: { readonly name?: string },
): Promise<RowOf<Of>[]> {
  const { text, values } = statement;
  const returned = isQueryable(on)
    ? await on.query<RowOf<Of>>({ ...prepared, text, values })
    : { rows: await on.$queryRaw<RowOf<Of>[]>(statement) };
  checkRows?.(statement, columns, returned);
  return returned.rows;
}

function isQueryable(on: Connection): on is Queryable {
  return 'query' in on;
}
