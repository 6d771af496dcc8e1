import { list, nullable, text } from './database/row.ts';
import { execute, joinSql, named, type Queryable, query, sql } from './database/sql.ts';
import type { Table } from './database/tables.ts';
import { SealBroken, type SecretBox } from './secret-box.ts';

const PAGE = 100;

interface SealedRow {
  readonly table: string;
  readonly columns: readonly [string, ...string[]];
  readonly id: string;
  /** In the order of the table's columns. */
  readonly sealed: readonly (string | null)[];
}

/**
 * Encrypts with the newest key what earlier keys encrypted. A row with a secret that can't be decrypted stays as it is.
 *
 * @param report called for each such row
 */
export async function resealSecrets(
  pool: Queryable,
  tables: readonly Table[],
  box: SecretBox,
  report: (id: string, error: SealBroken) => void,
): Promise<void> {
  for await (const { table, columns, id, sealed } of sealedRows(pool, tables)) {
    if (!sealed.some((text) => text !== null && box.isStale(text))) continue;
    try {
      const again = sealed.map((text) => text && box.seal(box.open(text, id), id));
      const changes = joinSql(columns.map((column, n) => sql`${named(column)} = ${again[n] ?? null}`));
      // A row that was changed meanwhile was sealed with that process's newest key.
      const isUnchanged = sql`${named(columns[0])} = ${sealed[0] ?? null}`;
      await execute(pool, sql`UPDATE ${named(table)} SET ${changes} WHERE id = ${id} AND ${isUnchanged}`);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      report(id, error);
    }
  }
}

/** Opens all secrets. @returns how many rows have some, and the reasons for those that can't be opened */
export async function tryAllSecrets(
  pool: Queryable,
  tables: readonly Table[],
  box: SecretBox,
): Promise<{ readonly rows: number; readonly broken: readonly SealBroken[] }> {
  let rows = 0;
  const broken: SealBroken[] = [];
  for await (const { id, sealed } of sealedRows(pool, tables)) {
    const secrets = sealed.filter((text) => text !== null);
    if (secrets.length > 0) rows += 1;
    try {
      for (const text of secrets) box.open(text, id);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(error);
    }
  }
  return { rows, broken };
}

/** All rows that can have sealed secrets, read page by page. */
async function* sealedRows(pool: Queryable, tables: readonly Table[]): AsyncGenerator<SealedRow> {
  for (const { name: table, sealed: [first, ...more] = [] } of tables) {
    if (first === undefined) continue;
    const columns: SealedRow['columns'] = [first, ...more];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Pick<SealedRow, 'id' | 'sealed'>[] = await query(
        pool,
        sql`SELECT id, ARRAY[${joinSql(columns.map(named))}] AS sealed FROM ${named(table)}
          WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`,
        { id: text, sealed: list(nullable(text)) },
      );
      for (const row of page) yield { table, columns, ...row };
      after = page.at(-1)?.id;
    }
  }
}
