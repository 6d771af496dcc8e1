import { json } from '../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { PRESENCE_LASTS_MS, type Presence } from './presence.ts';

/** Reports to other processes where people are, and removes reports that are over. */
export async function writePresenceReport(pool: Queryable, people: readonly Presence[], now: Date): Promise<void> {
  await execute(
    pool,
    sql`WITH over AS (DELETE FROM presence_reports WHERE at < ${new Date(now.getTime() - PRESENCE_LASTS_MS)}::timestamptz)
      INSERT INTO presence_reports (at, people) VALUES (${now}::timestamptz, ${JSON.stringify(people)}::jsonb)`,
  );
}

/** Reports of all processes since a time. */
export async function readPresenceReports(pool: Queryable, since: Date): Promise<Presence[]> {
  const rows = await query(
    pool,
    sql`SELECT people FROM presence_reports WHERE at >= ${since}::timestamptz ORDER BY id`,
    { people: json<Presence[]>() },
  );
  return rows.flatMap(({ people }) => people);
}
