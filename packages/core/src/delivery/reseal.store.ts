import { list, nullable, text } from '../platform/database/row.ts';
import { execute, joinSql, named, type Queryable, query, sql } from '../platform/database/sql.ts';
import { SealBroken, type SecretBox } from '../platform/secret-box.ts';

/** The columns that hold sealed secrets, by table. Each secret is bound to the id of its row. */
const SEALED = {
  deploy_targets: ['secrets'],
  translation_services: ['secret'],
  webhooks: ['secret', 'previous_secret'],
} as const;
const PAGE = 100;

interface SealedRow {
  readonly table: keyof typeof SEALED;
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
  box: SecretBox,
  report: (id: string, error: SealBroken) => void,
): Promise<void> {
  for await (const { table, id, sealed } of sealedRows(pool)) {
    if (!sealed.some((text) => text !== null && box.isStale(text))) continue;
    try {
      const again = sealed.map((text) => text && box.seal(box.open(text, id), id));
      const columns = SEALED[table];
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
  box: SecretBox,
): Promise<{ readonly rows: number; readonly broken: readonly SealBroken[] }> {
  let rows = 0;
  const broken: SealBroken[] = [];
  for await (const { id, sealed } of sealedRows(pool)) {
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
async function* sealedRows(pool: Queryable): AsyncGenerator<SealedRow> {
  for (const table of Object.keys(SEALED) as (keyof typeof SEALED)[]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Omit<SealedRow, 'table'>[] = await query(
        pool,
        sql`SELECT id, ARRAY[${joinSql(SEALED[table].map(named))}] AS sealed FROM ${named(table)}
          WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`,
        { id: text, sealed: list(nullable(text)) },
      );
      for (const row of page) yield { table, ...row };
      after = page.at(-1)?.id;
    }
  }
}
