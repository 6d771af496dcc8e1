import type { Pool } from 'pg';
import { int, text } from '../platform/database/row.ts';
import { type Connection, execute, joinSql, named, query, type Sql, sql } from '../platform/database/sql.ts';
import type { Table } from '../platform/database/tables.ts';

/** A person who is deleted for good. */
export interface ForgottenPerson {
  readonly id: string;
  /** The person's addresses, now and before, each with the end of its use in ISO 8601: later, it may be someone else's. */
  readonly addresses: readonly { readonly email: string; readonly until: string }[];
}

/** How much later records with an address may come from requests that ran already, or by another clock. */
const LATER_MS = 60_000;

/** Kind of the job that replaces their name; its key begins with their id. */
export const FORGET_PERSON = 'forget-person';

/** The name of every deleted person in records. */
export const DELETED_PERSON = 'Deleted person';

/** Pages of a table that one statement goes through: 8 MB. */
const PAGES = 1000;

type NamingTable = Table & { readonly people: readonly string[] };

const naming = (tables: readonly Table[]): NamingTable[] =>
  tables.filter((table): table is NamingTable => table.people !== undefined);

/** An author as JSON with this id, unless it's called a deleted person. PostgreSQL orders keys by their length. */
function authorPattern(id: string): string {
  const text = String.raw`(?:[^"\\]|\\.)*`;
  return String.raw`\{"id": ?"${id}", ?"name": ?"(?!${DELETED_PERSON}", ?"type": ?"user"\})${text}", ?"type": ?"user"(?:, ?"email": ?"${text}")?\}`;
}

/** Whether one of some columns names a person. */
const names = (columns: readonly string[], id: string): Sql =>
  joinSql(
    columns.map((column) => {
      const text = sql`${named(column)}::text`;
      return sql`(position(${id} IN ${text}) > 0 AND ${text} ~ ${authorPattern(id)})`;
    }),
    ' OR ',
  );

/** Audit records that say in their data who the person is. */
const saysWho = ({ id, addresses }: ForgottenPerson): Sql =>
  sql`((target_id = ${id} AND data ?| ARRAY['email', 'ip_address']) OR ${ofAddresses(sql`data ->> 'email'`, addresses)})`;

/** Rows with one of a person's addresses, from when it was theirs. */
const ofAddresses = (column: Sql, addresses: ForgottenPerson['addresses']): Sql =>
  joinSql(
    addresses.map(({ email, until }) => sql`(${column} = ${email} AND created_at <= ${latestOf(until)})`),
    ' OR ',
  );

const latestOf = (until: string): Date => new Date(Date.parse(until) + LATER_MS);

const authorOf = (id: string): string => JSON.stringify({ id, name: DELETED_PERSON, type: 'user' });

const INVITATION_TO_DELETED = 'Invitation to a deleted person';

/** The fields of an archived audit record that can identify a person. */
interface AuditLine {
  readonly created_at: string;
  readonly target_id: string | null;
  readonly actor: { readonly id: string };
  readonly data: { readonly email?: unknown; readonly ip_address?: unknown; readonly user_agent?: unknown };
}

/** Replaces the name of a person in a row that is written as JSON, as {@link replaceNames} does it in tables. */
export function nameForgetter(person: ForgottenPerson): (line: string, isAudit: boolean) => string {
  const { id, addresses } = person;
  const author = new RegExp(authorPattern(id), 'g');
  const forgetInData = (line: string): string => {
    const record = JSON.parse(line) as AuditLine;
    const isOfAddress = addresses.some(
      ({ email, until }) => record.data.email === email && new Date(record.created_at) <= latestOf(until),
    );
    const isAbout = record.target_id === id && ('email' in record.data || 'ip_address' in record.data);
    if (!isOfAddress && !isAbout) return line;
    const { email: _, ip_address: __, user_agent: ___, ...data } = record.data;
    const actor = record.actor.id === 'invitation' ? { ...record.actor, name: INVITATION_TO_DELETED } : record.actor;
    return JSON.stringify({ ...record, actor, data: 'name' in data ? { ...data, name: DELETED_PERSON } : data });
  };
  return (line, isAudit) => {
    const named = line.replace(author, () => authorOf(id));
    return isAudit && /"(?:email|ip_address)"/.test(named) ? forgetInData(named) : named;
  };
}

/** The addresses of a person: that of their account, and those that their own audit records tell of. */
export function loadAddresses(
  on: Connection,
  { id, email }: { readonly id: string; readonly email: string },
  now: Date,
): Promise<{ email: string; until: string }[]> {
  return query(
    on,
    sql`SELECT email, to_json(max(coalesce(until, ${now}::timestamptz))) #>> '{}' AS until FROM (
        SELECT data ->> 'email' AS email, lead(created_at) OVER (ORDER BY created_at, id) AS until
          FROM audit_records WHERE target_id = ${id} AND data ? 'email'
        UNION ALL SELECT ${email}, ${now}::timestamptz) AS told GROUP BY email ORDER BY email`,
    { email: text, until: text },
  );
}

/** How many rows of each table name a person. It reads the tables from beginning to end. */
export async function countNames(
  on: Connection,
  tables: readonly Table[],
  person: ForgottenPerson,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, people } of naming(tables)) {
    const inData = name === 'audit_records' ? sql` OR ${saysWho(person)}` : sql``;
    const [row] = await query(
      on,
      sql`SELECT count(*)::int AS count FROM ${named(name)} WHERE ${names(people, person.id)}${inData}`,
      { count: int },
    );
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

/**
 * Replaces the name of a person wherever it's stored, in steps that lock few rows. It can be interrupted at any moment, and started
 * again; rows that others are writing are left out.
 *
 * @returns how many rows were changed, and whether some that name the person are left
 */
export async function replaceNames(
  pool: Pool,
  tables: readonly Table[],
  person: ForgottenPerson,
  signal: AbortSignal,
): Promise<{ readonly replaced: number; readonly isDone: boolean }> {
  let replaced = await replaceInData(pool, person);
  for (const table of naming(tables)) replaced += await replaceIn(pool, table, person.id, signal);
  const left = await countNames(pool, tables, person);
  return { replaced, isDone: [...left.values()].every((count) => count === 0) };
}

async function replaceIn(pool: Pool, table: NamingTable, id: string, signal: AbortSignal): Promise<number> {
  const { people, peopleAsText } = table;
  const name = named(table.name);
  const replace = (column: string): Sql => {
    const text = sql`regexp_replace(${named(column)}::text, ${authorPattern(id)}, ${authorOf(id)}, 'g')`;
    return sql`${named(column)} = ${peopleAsText ? text : sql`${text}::jsonb`}`;
  };
  const [size] = await query(
    pool,
    sql`SELECT (pg_relation_size(${table.name}::regclass) / current_setting('block_size')::int)::int AS pages`,
    { pages: int },
  );
  let replaced = 0;
  for (let page = 0; page < (size?.pages ?? 0); page += PAGES) {
    signal.throwIfAborted();
    replaced += await execute(
      pool,
      sql`UPDATE ${name} SET ${joinSql(people.map(replace), ', ')} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${page + PAGES},0)`}::tid
          AND (${names(people, id)}) FOR UPDATE SKIP LOCKED))`,
    );
  }
  return replaced;
}

/** Replaces names in the data of audit records, such as those of an invitation. */
async function replaceInData(pool: Pool, person: ForgottenPerson): Promise<number> {
  return execute(
    pool,
    sql`UPDATE audit_records SET
        data = (data - '{email,ip_address,user_agent}'::text[]) || CASE WHEN data ? 'name'
          THEN jsonb_build_object('name', ${DELETED_PERSON}::text) ELSE '{}' END,
        actor = CASE WHEN actor ->> 'id' = 'invitation'
          THEN jsonb_set(actor, '{name}', to_jsonb(${INVITATION_TO_DELETED}::text)) ELSE actor END
      WHERE ${saysWho(person)}`,
  );
}

/**
 * Deletes a person's account, in a transaction: they're signed out and no member any more, and their open invitations end, with
 * those that they were sent, and their private views. The job replaces their name.
 */
export async function deleteAccount(tx: Connection, { id, addresses }: ForgottenPerson): Promise<void> {
  const steps: Sql[] = [
    sql`DELETE FROM invitations WHERE ${ofAddresses(sql`email`, addresses)} OR (invited_by_id = ${id} AND accepted_at IS NULL)`,
    sql`UPDATE invitations SET invited_by_name = ${DELETED_PERSON} WHERE invited_by_id = ${id}`,
    sql`DELETE FROM saved_views WHERE is_private AND created_by->>'id' = ${id}`,
    sql`DELETE FROM users WHERE id = ${id}`,
  ];
  for (const step of steps) await execute(tx, step);
}
