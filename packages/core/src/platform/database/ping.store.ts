import { execute, type Queryable, sql } from './sql.ts';

/** Checks that the database answers. @throws the error of `pg` if it doesn't */
export async function ping(pool: Queryable): Promise<void> {
  await execute(pool, sql`SELECT 1`);
}
