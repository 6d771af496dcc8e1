import { type Connection, execute, sql } from '../platform/database/sql.ts';

/** Locks a person in a transaction, so that no project gets them as a member until its end. @returns whether they're there */
export async function lockPerson(tx: Connection, userId: string): Promise<boolean> {
  return (await execute(tx, sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`)) > 0;
}

/** Locks some people as {@link lockPerson} does, always in the same order. */
export async function lockPeople(tx: Connection, userIds: readonly string[]): Promise<void> {
  await execute(tx, sql`SELECT id FROM users WHERE id = ANY(${[...userIds]}) ORDER BY id FOR UPDATE`);
}
