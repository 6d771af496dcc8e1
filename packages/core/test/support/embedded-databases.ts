import type { PGlite } from '@electric-sql/pglite';
import { IN_MEMORY, openPGlite } from '../../src/platform/database/open-pglite.ts';
import { PGliteSession } from '../../src/platform/database/pglite-session.ts';

/** A migrated database in memory, without a row in it. */
export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  readonly session: PGliteSession;
  /** What `describe` said of it when it was new. */
  readonly description: unknown;
}

/** Those that nobody uses: opening one takes a second of processor time, emptying it a twentieth of that. */
const spare: EmbeddedDatabase[] = [];

/** Takes one that an earlier test of this worker gave back, emptied, or opens the snapshot. */
export async function takeEmbeddedDatabase(findSnapshot: () => Promise<string>): Promise<EmbeddedDatabase> {
  for (let used = spare.pop(); used !== undefined; used = spare.pop()) {
    if (await empty(used)) return used;
    await used.pglite.close();
  }
  const pglite = await openPGlite(IN_MEMORY, await findSnapshot());
  return { pglite, session: new PGliteSession(pglite), description: await describe(pglite) };
}

/** Of a database whose connections are closed. */
export function giveEmbeddedDatabaseBack(database: EmbeddedDatabase): void {
  if (!database.pglite.closed) spare.push(database);
}

/** @returns whether it's as new: not when a test changed more than rows */
async function empty({ pglite, session, description }: EmbeddedDatabase): Promise<boolean> {
  const turn = await session.borrow();
  await turn.return();
  const { rows } = await pglite.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  await pglite.exec(`TRUNCATE ${rows.map(({ name }) => name).join(', ')} RESTART IDENTITY`);
  return (await describe(pglite)) === description;
}

/** Everything of a database that outlives its rows: what is defined in it, and the planner's statistics. */
async function describe(pglite: PGlite): Promise<unknown> {
  const catalogs = ['pg_class', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_namespace'];
  const definitions = catalogs.map((name) => `(SELECT array_agg(oid ORDER BY oid)::text FROM ${name})`);
  const { rows } = await pglite.query<{ description: string }>(
    `SELECT md5(concat_ws(' ', ${definitions.join(', ')},
       (SELECT count(*) FROM pg_db_role_setting), (SELECT count(*) FROM pg_statistic))) AS description`,
  );
  return rows[0]?.description;
}
