import { execute, type Queryable, sql } from './sql.ts';

/** Checks that the database answers. @throws the error of `pg` if it doesn't */
export async function ping(pool: Queryable): Promise<void> {
  await execute(pool, sql`SELECT 1`);
}

/**
 * Has a new connection run statements without compiling them first. Lists take milliseconds, but their estimated costs are high
 * where the planner can't know how few entries fit; compiling takes a tenth of a second each time.
 */
export async function withoutCompiling(client: Queryable): Promise<void> {
  await execute(client, sql`SET jit = off`);
}
