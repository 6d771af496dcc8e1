import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { recordRequest } from '../telemetry/request-record.ts';
import { type Database, openDatabase } from './open-database.ts';

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const LOCK = 4_711;

describe.runIf(serverUrl)('connections of a server', () => {
  let database: Database;
  let holder: Client;

  /** Runs a statement for a project. */
  const ask = (projectId: string, sql: string): Promise<unknown> => {
    const record = { route: null, actor: null, projectId, queries: 0, databaseMs: 0 };
    return recordRequest(record, () => database.pool.query(sql));
  };
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
    const answered: string[] = [];
    const waiting = ['a', 'b'].flatMap((project) =>
      Array.from({ length: 20 }, () => ask(project, stuck).then(() => answered.push(project))),
    );
    await expect.poll(used).toBe(5);
    expect(database.pool.waitingCount).toBe(35);
    // Those who recognise callers and check health have the last one.
    await database.pool.query('SELECT 1');
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await Promise.all(waiting);
    // All that waited took turns: neither project was done long before the other.
    expect(answered.slice(5, 25).filter((project) => project === 'b').length).toBeGreaterThan(8);
    expect(answered.slice(5, 25).filter((project) => project === 'a').length).toBeGreaterThan(5);
    expect([used(), database.pool.waitingCount]).toEqual([0, 0]);
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
