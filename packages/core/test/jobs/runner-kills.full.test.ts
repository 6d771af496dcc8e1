// @module-tag full
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import type { Database } from '../../src/platform/database/open-database.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { int } from '../../src/platform/database/row.ts';
import { execute, query, sql } from '../../src/platform/database/sql.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { Child } from '../support/child.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';

const KILLS = rounds({ short: 4, long: 100 });
const JOBS_A_KILL = 12;
const CHILD = path.join(import.meta.dirname, 'runner-child.ts');
const serverUrl = process.env.TEST_DATABASE_URL;

describe.skipIf(!serverUrl)('two processes that do jobs on one PostgreSQL', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let url: string;
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase(serverUrl ?? '', findDatabaseFiles().migrationsDirectory));
    database = await openDatabase({ kind: 'postgres', url, poolSize: 2 }, { log: silentLog });
    await execute(database.pool, sql`CREATE TABLE effects (job text)`);
    await execute(database.pool, sql`CREATE TABLE attempts (job text)`);
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('lose no job and do none twice, whenever either is killed', async () => {
    const start = async (): Promise<Child> => {
      const child = await Child.start(CHILD, [url]);
      await child.next();
      return child;
    };
    const children = [await start(), await start()];
    for (let kill = 0; kill < KILLS; kill++) {
      const jobs = Array.from({ length: JOBS_A_KILL }, (_, n) => ({
        kind: 'write',
        payload: `${kill}.${n}`,
        runAt: new Date(0),
      }));
      await enqueueJobs(database.pool, jobs, new Date());
      await setTimeout(Math.random() * 60);
      const victim = kill % 2;
      await children[victim]?.kill();
      children[victim] = await start();
    }
    const left = async (): Promise<number> => {
      const [row] = await query(database.pool, sql`SELECT count(*)::int AS count FROM jobs`, { count: int });
      return row?.count ?? 0;
    };
    while ((await left()) > 0) await setTimeout(50);
    await Promise.all(children.map((child) => child.kill()));
    const [effects] = await query(
      database.pool,
      sql`SELECT count(DISTINCT job)::int AS jobs, count(*)::int AS rows FROM effects`,
      { jobs: int, rows: int },
    );
    expect(effects).toEqual({ jobs: KILLS * JOBS_A_KILL, rows: KILLS * JOBS_A_KILL });
  });
});
