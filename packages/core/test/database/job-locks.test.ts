import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishJob, renewLeases } from '../../src/jobs/runner.store.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

// The embedded database has one connection: no one waits for anyone's rows there.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server, where transactions run beside each other', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** How many connections wait for rows that others hold. */
  const waits = async (): Promise<number> => {
    const { rows } = await app.database.pool.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };

  it('a job that is asked for at the moment in which it is done runs once more, and at once', async () => {
    const { pool, prisma } = app.database;
    const past = new Date(0);
    const job = {
      id: 'c',
      kind: 'x',
      key: 'c',
      payload: null,
      attempts: 1,
      asked: 1,
      projectId: null,
      party: 'instance',
    };
    await prisma.job.create({
      data: {
        ...job,
        payload: {},
        runAt: past,
        createdAt: past,
        owner: 'me',
        leaseUntil: new Date(Date.now() + 60_000),
      },
    });
    const asking = await pool.connect();
    await asking.query('BEGIN');
    await asking.query("UPDATE jobs SET asked = asked + 1 WHERE id = 'c'");
    const finished = finishJob(pool, job, 'me');
    await expect.poll(waits, { timeout: 30_000 }).toBe(1);
    await asking.query('COMMIT');
    asking.release();
    expect(await finished).toBe(true);
    expect(await prisma.job.findUnique({ where: { id: 'c' } })).toMatchObject({ owner: null, leaseUntil: null });
  });

  it('leases are renewed though someone is just asking for one of the jobs', async () => {
    const { pool } = app.database;
    const past = new Date(0);
    for (const id of ['a', 'b']) {
      await app.database.prisma.job.create({
        data: { id, kind: 'x', key: id, payload: {}, runAt: past, createdAt: past, owner: 'me', leaseUntil: past },
      });
    }
    const asking = await pool.connect();
    await asking.query('BEGIN');
    await asking.query("UPDATE jobs SET asked = asked + 1 WHERE id = 'a'");
    const until = new Date(Date.now() + 60_000);
    const renewed = renewLeases(pool, ['a', 'b'], { owner: 'me', until });
    // Only against hangs.
    expect(await Promise.race([renewed, setTimeout(20_000, 'it waits')])).toEqual(['a', 'b']);
    const { leaseUntil } = await app.database.prisma.job.findUniqueOrThrow({ where: { id: 'b' } });
    expect(leaseUntil).toEqual(until);
    await asking.query('ROLLBACK');
    asking.release();
  });
});
