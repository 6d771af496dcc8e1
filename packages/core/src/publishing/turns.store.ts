import { text } from '../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';

/** The longest turn of a process. A killed one blocks others for this long. */
const TURN_MS = 5_000;
/** The next process is skipped if it doesn't ask again within this time. */
const NEXT_MS = 500;

/**
 * Takes the turn to publish into a project, or becomes the next one. If neither is possible, it only reads. Times are those of
 * the database, since the clocks of processes differ.
 *
 * @returns whether the owner has the turn
 */
export async function takeTurn(pool: Queryable, projectId: string, owner: string): Promise<boolean> {
  const after = (ms: number): Sql => sql`clock_timestamp() + ${ms}::int * interval '1 ms'`;
  const isOver = sql`(t.owner = ${owner} OR t.until <= clock_timestamp())`;
  const isNext = sql`(t.next IS NULL OR t.next = ${owner} OR t.next_until <= clock_timestamp())`;
  const isInLine = sql`(t.next = ${owner} AND t.next_until > ${after(NEXT_MS / 2)})`;
  const [turn] = await query(
    pool,
    sql`INSERT INTO publishing_turns AS t (project_id, owner, until)
      SELECT ${projectId}, ${owner}, ${after(TURN_MS)} WHERE NOT EXISTS (SELECT FROM publishing_turns t
        WHERE t.project_id = ${projectId} AND NOT (${isNext} AND (${isOver} OR NOT coalesce(${isInLine}, false))))
      ON CONFLICT (project_id) DO UPDATE SET
        owner = CASE WHEN ${isOver} THEN ${owner} ELSE t.owner END,
        until = CASE WHEN ${isOver} THEN ${after(TURN_MS)} ELSE t.until END,
        next = CASE WHEN ${isOver} THEN NULL ELSE ${owner} END,
        next_until = ${after(NEXT_MS)}
        WHERE ${isNext}
      RETURNING owner`,
    { owner: text },
  );
  return turn?.owner === owner;
}

/** Ends an owner's turn. In the transaction of a round, the next process gets its turn with the commit. */
export async function endTurn(on: Connection, projectId: string, owner: string): Promise<void> {
  await execute(
    on,
    sql`UPDATE publishing_turns SET until = '-infinity' WHERE project_id = ${projectId} AND owner = ${owner}`,
  );
}

/** Condition: no other process has the turn to publish into a project. */
export function isNoOthersTurn(projectId: string, owner: string): Sql {
  return sql`NOT EXISTS (SELECT FROM publishing_turns t
    WHERE t.project_id = ${projectId} AND t.owner <> ${owner} AND t.until > clock_timestamp())`;
}
