import { setImmediate } from 'node:timers/promises';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { recordRequest } from '../telemetry/request-record.ts';
import { type Database, openDatabase } from './open-database.ts';

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const LOCK = 4_711;

describe.runIf(serverUrl)('connections of a server', () => {
  let database: Database;
  let holder: Client;

  /** Does something as a request of a project does. */
  const within = <Answer>(projectId: string, run: () => Promise<Answer>): Promise<Answer> =>
    recordRequest({ route: null, actor: null, projectId, queries: 0, databaseMs: 0 }, run);
  const ask = (projectId: string, sql: string): Promise<unknown> => within(projectId, () => database.pool.query(sql));
  const used = (): number => database.pool.totalCount - database.pool.idleCount;

  beforeAll(async () => {
    database = await openDatabase({ kind: 'postgres', url: serverUrl, poolSize: 6 }, { log: silentLog });
    holder = new Client({ connectionString: serverUrl });
    await holder.connect();
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  });
  afterAll(async () => {
    await holder.end();
    await database.close();
  });

  it('are shared between projects, whatever one of them waits for', async () => {
    const stuck = `SELECT pg_advisory_lock_shared(${LOCK}), pg_advisory_unlock_shared(${LOCK})`;
    const waiting = ['a', 'b'].flatMap((project) => Array.from({ length: 20 }, () => ask(project, stuck)));
    await expect.poll(used).toBe(5);
    expect(database.pool.waitingCount).toBe(35);
    // The last one is for recognising callers and health checks.
    await database.pool.query('SELECT 1');
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await Promise.all(waiting);
    expect([used(), database.pool.waitingCount]).toEqual([0, 0]);
  });

  it('are given in turns to projects that wait', async () => {
    // All connections are open, so one that is free is given at once.
    const open = await Promise.all(Array.from({ length: 6 }, () => database.pool.connect()));
    for (const client of open) client.release();
    const turns: string[] = [];
    const held: PoolClient[] = [];
    const take = async (project: string): Promise<void> => {
      const client = await within(project, () => database.pool.connect());
      turns.push(project);
      held.push(client);
    };
    const taken = ['a', 'b'].flatMap((project) => Array.from({ length: 20 }, () => take(project)));
    await setImmediate();
    const first = [...turns];
    while (held.length > 0) {
      held.shift()?.release();
      await setImmediate();
    }
    await Promise.all(taken);
    expect(first).toEqual(['a', 'a', 'a', 'a', 'b']);
    // Until one project has all that it asked for.
    expect(turns.slice(5, 37)).toEqual(Array.from({ length: 16 }, () => ['a', 'b']).flat());
  });

  it('are left to another project when one has its share', async () => {
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const waiting = Array.from({ length: 20 }, () => ask('a', `SELECT pg_advisory_xact_lock_shared(${LOCK})`));
    await expect.poll(used).toBe(4);
    await ask('b', 'SELECT 1');
    await database.prisma.$queryRaw`SELECT 1`;
    expect(used()).toBe(4);
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await Promise.all(waiting);
  });
});
