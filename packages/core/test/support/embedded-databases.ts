import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { ClosablePool } from '../../src/platform/database/closable-pool.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { locateSnapshot, writeSnapshot } from '../../src/platform/database/database-snapshot.ts';
import { IN_MEMORY, openPGlite } from '../../src/platform/database/open-pglite.ts';
import { connectSession } from '../../src/platform/database/pglite-pool.ts';
import { PGliteSession } from '../../src/platform/database/pglite-session.ts';
import { withFileLock } from './file-lock.ts';
import { silentLog } from './silent-log.ts';

interface EmbeddedDatabase {
  readonly pglite: PGlite;
  readonly session: PGliteSession;
  /** The answer of `describe` for the database when it's as new. */
  readonly description: unknown;
}

/**
 * Databases in memory, which the tests of a worker use one after another: opening one takes a second of processor time,
 * clearing it a twentieth of that.
 */
export class EmbeddedDatabases {
  readonly #clear: (pglite: PGlite) => Promise<void>;
  readonly #spare: EmbeddedDatabase[] = [];

  constructor(clear: (pglite: PGlite) => Promise<void>) {
    this.#clear = clear;
  }

  /** A database like a new one, for one user until it's closed. */
  async open(): Promise<ClosablePool> {
    const { session, giveBack } = await this.lend();
    const { pool, close } = connectSession(session);
    return { pool, close: () => close().then(giveBack) };
  }

  /** The session of a database like a new one, for one user until it's returned. */
  async lend(): Promise<{ session: PGliteSession; giveBack: () => void }> {
    const database = (await this.#reuse()) ?? (await this.#make());
    return { session: database.session, giveBack: () => void this.#spare.push(database) };
  }

  async #make(): Promise<EmbeddedDatabase> {
    const pglite = await openPGlite(IN_MEMORY, await prepareSnapshot());
    await this.#clear(pglite);
    return { pglite, session: new PGliteSession(pglite), description: await describe(pglite) };
  }

  async #reuse(): Promise<EmbeddedDatabase | undefined> {
    for (let used = this.#spare.pop(); used !== undefined; used = this.#spare.pop()) {
      const turn = await used.session.borrow();
      await turn.return();
      await this.#clear(used.pglite);
      if ((await describe(used.pglite)) === used.description) return used;
      await used.pglite.close();
    }
    return undefined;
  }
}

/** With all migrations, and without a row. */
export const migratedDatabases = new EmbeddedDatabases(async (pglite) => {
  const { rows } = await pglite.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  await pglite.exec(`TRUNCATE ${rows.map(({ name }) => name).join(', ')} RESTART IDENTITY`);
});

/** Without a table. */
export const emptyDatabases = new EmbeddedDatabases(async (pglite) => {
  await pglite.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

/** The state of a database that outlives its rows: all that is defined in it, and the planner's statistics. */
async function describe(pglite: PGlite): Promise<unknown> {
  const catalogs = ['proc', 'trigger', 'constraint', 'type', 'extension'];
  const definitions = catalogs.map((name) => `(SELECT array_agg(oid ORDER BY oid)::text FROM pg_${name})`);
  const { rows } = await pglite.query<{ description: string }>(
    `SELECT md5(concat_ws(' ', ${definitions.join(', ')},
       (SELECT array_agg((oid, relname) ORDER BY oid)::text FROM pg_class),
       (SELECT count(*) FROM pg_db_role_setting), (SELECT count(*) FROM pg_statistic))) AS description`,
  );
  return rows[0]?.description;
}

/** Makes the snapshot of the present migrations unless one is there, once for all test processes. */
async function prepareSnapshot(): Promise<string> {
  const snapshotDirectory = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stele');
  const files = findDatabaseFiles({ snapshotDirectory });
  const snapshot = await locateSnapshot(files);
  if (!existsSync(snapshot)) {
    await withFileLock(`${snapshot}.lock`, async () => {
      if (!existsSync(snapshot)) await writeSnapshot(snapshot, files.migrationsDirectory, silentLog);
    });
  }
  return snapshot;
}
