import { execute, joinSql, named, type Queryable, query, sql } from '../platform/database/sql.ts';
import { SealBroken, type SecretBox } from '../platform/secret-box.ts';

/** The columns that hold sealed secrets, by table. Each secret is bound to the id of its row. */
const SEALED = { deploy_targets: ['secrets'], webhooks: ['secret', 'previous_secret'] } as const;
const PAGE = 100;

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
  for (const [table, columns] of Object.entries(SEALED)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { id: string; sealed: (string | null)[] }[] = await query(
        pool,
        sql`SELECT id, ARRAY[${joinSql(columns.map(named))}] AS sealed FROM ${named(table)}
          WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`,
      );
      for (const { id, sealed } of page) {
        if (!sealed.some((text) => text !== null && box.isStale(text))) continue;
        try {
          const again = sealed.map((text) => text && box.seal(box.open(text, id), id));
          const changes = joinSql(columns.map((column, n) => sql`${named(column)} = ${again[n] ?? null}`));
          // A row that was changed meanwhile has the newest key already.
          const isUnchanged = sql`${named(columns[0])} = ${sealed[0] ?? null}`;
          await execute(pool, sql`UPDATE ${named(table)} SET ${changes} WHERE id = ${id} AND ${isUnchanged}`);
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error;
          report(id, error);
        }
      }
      after = page.at(-1)?.id;
    }
  }
}
