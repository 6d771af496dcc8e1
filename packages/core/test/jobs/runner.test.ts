import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JobHandler, LeaseLost } from '../../src/jobs/handler.ts';
import { JobRunner } from '../../src/jobs/runner.ts';
import type { Database } from '../../src/platform/database/open-database.ts';
import { bool, int, nullable, text } from '../../src/platform/database/row.ts';
import { execute, query, sql } from '../../src/platform/database/sql.ts';
import { enqueueJobs, type NewJob } from '../../src/platform/job-queue.store.ts';
import { Telemetry } from '../../src/platform/telemetry/telemetry.ts';
import { TestClock } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

const log = pino({ level: 'silent' });
let database: Database;
let clock: TestClock;
const runners: JobRunner[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
  await execute(database.pool, sql`DELETE FROM jobs`);
});
afterAll(() => database.close());

async function runner(handlers: readonly JobHandler[], { looks = false } = {}): Promise<JobRunner> {
  clock ??= new TestClock();
  const made = new JobRunner({ pool: database.pool, clock, log, handlers, telemetry: new Telemetry() });
  runners.push(made);
  await made.start({ looks });
  return made;
}

const ask = (...jobs: Omit<NewJob, 'runAt'>[]): Promise<void> =>
  enqueueJobs(
    database.pool,
    jobs.map((job) => ({ runAt: clock.now(), ...job })),
    clock.now(),
  );

const list = () =>
  query(
    database.pool,
    sql`SELECT kind, attempts, dead_at IS NOT NULL AS dead, last_error AS error FROM jobs ORDER BY created_at, id`,
    { kind: text, attempts: int, dead: bool, error: nullable(text) },
  );

/** A handler that notes the payloads that it gets, and what the test adds. */
function noting(work: JobHandler['run'] = async () => undefined, more: Partial<JobHandler> = {}) {
  const payloads: unknown[] = [];
  const handler: JobHandler = {
    kind: 'note',
    ...more,
    run: (job) => {
      payloads.push(job.payload);
      return work(job);
    },
  };
  return { payloads, handler };
}

it('jobs that wait for others hold up none that work', async () => {
  const hanging: (() => void)[] = [];
  const hangs = () => new Promise<void>((resolve) => void hanging.push(resolve));
  const { handler, payloads } = noting();
  const jobs = await runner([{ kind: 'hang', lane: 'deliver', run: hangs }, handler]);
  await ask(...Array.from({ length: 12 }, (_, key) => ({ kind: 'hang', key: `${key}` })));
  await ask({ kind: 'note', payload: 'done' });
  const drained = jobs.drain();
  while (hanging.length < 12 || payloads.length < 1) await setTimeout(5);
  expect(payloads).toEqual(['done']);
  for (const end of hanging) end();
  await drained;
  expect(await list()).toEqual([]);
});

describe('a process that is frozen between requests', () => {
  it('runs what is due, and what that asks for, and waits for both', async () => {
    const { handler, payloads } = noting(async ({ payload }) => {
      if (payload === 'first') await ask({ kind: 'note', payload: 'second' });
    });
    const jobs = await runner([handler]);
    await ask({ kind: 'note', payload: 'first' }, { kind: 'unknown' });
    await jobs.runDue(Date.now() + 60_000);
    expect(payloads).toEqual(['first', 'second']);
    await jobs.runDue(Date.now() + 60_000);
    expect((await list()).map(({ kind }) => kind)).toEqual(['unknown']);
  });

  it('starts none after the deadline, and finishes those that run', async () => {
    const ends: (() => void)[] = [];
    const { handler, payloads } = noting(() => new Promise((resolve) => void ends.push(resolve)));
    const jobs = await runner([handler]);
    await ask({ kind: 'note', payload: 'long' });
    const deadline = Date.now() + 50;
    const run = jobs.runDue(deadline);
    while (payloads.length === 0 || Date.now() < deadline) await setTimeout(5);
    await ask({ kind: 'note', payload: 'late' });
    for (const end of ends) end();
    await run;
    expect(payloads).toEqual(['long']);
    expect(await list()).toHaveLength(1);
  });

  it('runs jobs after a request only if that asked for some', async () => {
    const { handler, payloads } = noting();
    const jobs = await runner([handler]);
    await ask({ kind: 'note' });
    await jobs.runAsked(Date.now() + 60_000);
    expect(payloads).toHaveLength(0);
    jobs.wake();
    await jobs.runAsked(Date.now() + 60_000);
    expect(payloads).toHaveLength(1);
  });
});

describe('a job', () => {
  it('is done once, and is off the list then', async () => {
    const { handler, payloads } = noting();
    const jobs = await runner([handler]);
    await ask({ kind: 'note', payload: 'a' }, { kind: 'note', payload: 'b' });
    await jobs.drain();
    expect(payloads.sort()).toEqual(['a', 'b']);
    expect(await list()).toEqual([]);
  });

  it('is done by a runner that looks, soon after it was woken', async () => {
    const { handler, payloads } = noting();
    const jobs = await runner([handler], { looks: true });
    await ask({ kind: 'note', payload: 'a' });
    jobs.wake();
    while ((await list()).length > 0) await setTimeout(5);
    expect(payloads).toEqual(['a']);
  });

  it('is asked for in a transaction, and only when that is carried out', async () => {
    const jobs = await runner([noting().handler]);
    const failing = database.prisma.$transaction(async (tx) => {
      await enqueueJobs(tx, [{ kind: 'note', runAt: clock.now() }], clock.now());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await list()).toEqual([]);
    await database.prisma.$transaction((tx) => enqueueJobs(tx, [{ kind: 'note', runAt: clock.now() }], clock.now()));
    expect(await list()).toHaveLength(1);
    await jobs.drain();
  });

  it('waits for its time', async () => {
    const { handler, payloads } = noting();
    const jobs = await runner([handler]);
    await ask({ kind: 'note', payload: 'later', runAt: new Date(clock.now().getTime() + 60_000) } as NewJob);
    await jobs.drain();
    expect(payloads).toEqual([]);
    clock.advance(60_000);
    await jobs.drain();
    expect(payloads).toEqual(['later']);
  });

  it('of one key is one while it waits, with the newest payload', async () => {
    const { handler, payloads } = noting();
    const jobs = await runner([handler]);
    await ask({ kind: 'note', key: 'k', payload: 1 });
    await ask({ kind: 'note', key: 'k', payload: 2 }, { kind: 'note', key: 'other', payload: 3 });
    await jobs.drain();
    expect(payloads.sort()).toEqual([2, 3]);
  });

  it('that is asked for while it runs runs once more', async () => {
    let asked = false;
    const { handler, payloads } = noting(async () => {
      if (!asked) await ask({ kind: 'note', key: 'k', payload: 'again' });
      asked = true;
    });
    const jobs = await runner([handler]);
    await ask({ kind: 'note', key: 'k', payload: 'first' });
    await jobs.drain();
    expect(payloads).toEqual(['first', 'again']);
    expect(await list()).toEqual([]);
  });

  it('that fails is tried again after waits that grow, and given up in the end; asked for again, it is tried again', async () => {
    let isBroken = true;
    const { handler, payloads } = noting(
      async () => {
        if (isBroken) throw new Error('out of order');
      },
      { attempts: 3 },
    );
    const jobs = await runner([handler]);
    await ask({ kind: 'note', key: 'k' });
    await jobs.drain();
    await jobs.drain();
    expect(payloads).toHaveLength(1);
    expect(await list()).toEqual([{ kind: 'note', attempts: 1, dead: false, error: 'out of order' }]);
    clock.advance(1_000);
    await jobs.drain();
    expect(payloads).toHaveLength(2);
    clock.advance(999);
    await jobs.drain();
    expect(payloads).toHaveLength(2);
    clock.advance(2_000);
    await jobs.drain();
    expect(await list()).toEqual([{ kind: 'note', attempts: 3, dead: true, error: 'out of order' }]);
    clock.advance(3_600_000);
    await jobs.drain();
    expect(payloads).toHaveLength(3);
    isBroken = false;
    await ask({ kind: 'note', key: 'k' });
    await jobs.drain();
    expect(await list()).toEqual([]);
  });

  it('that recurs waits for its next time, and is never given up', async () => {
    let isBroken = true;
    const { handler, payloads } = noting(
      async () => {
        if (isBroken) throw new Error('out of order');
      },
      { everyMs: 60_000, attempts: 1 },
    );
    const jobs = await runner([handler]);
    for (let n = 0; n < 4; n++) {
      await jobs.drain();
      clock.advance(60_000);
    }
    expect(payloads).toHaveLength(4);
    isBroken = false;
    await jobs.drain();
    expect(await list()).toEqual([{ kind: 'note', attempts: 0, dead: false, error: null }]);
    await jobs.drain();
    expect(payloads).toHaveLength(5);
    await jobs.runAll();
    expect(payloads).toHaveLength(6);
  });
});

describe('several runners', () => {
  it('share the jobs, each done once', async () => {
    const done: string[] = [];
    const handler: JobHandler = {
      kind: 'note',
      run: async ({ payload }) => {
        await setTimeout(1);
        done.push(String(payload));
      },
    };
    const all = await Promise.all([runner([handler]), runner([handler]), runner([handler])]);
    const names = Array.from({ length: 60 }, (_, n) => `job ${n}`);
    await ask(...names.map((payload) => ({ kind: 'note', payload })));
    await Promise.all(all.map((jobs) => jobs.drain()));
    expect(done.sort()).toEqual(names.sort());
  });

  it('take over the jobs of an ended process once its lease is over, and a late end of a job is ignored', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const outcomes: unknown[] = [];
    const slow: JobHandler = {
      kind: 'note',
      run: async ({ done }) => {
        await held;
        const ended = database.prisma.$transaction((tx) => done(tx));
        outcomes.push(await ended.catch((error: unknown) => error));
        await ended;
      },
    };
    const { handler, payloads } = noting(({ done }) => database.prisma.$transaction((tx) => done(tx)));
    const first = await runner([slow]);
    const second = await runner([handler]);
    await ask({ kind: 'note', payload: 'a' });
    const draining = first.drain();
    while ((await list())[0]?.attempts !== 1) await setTimeout(2);
    await second.drain({ deadline: Date.now() + 20 });
    expect(payloads).toEqual([]);
    const takenOver = second.drain();
    // The first runner renews its leases when it has time.
    while (payloads.length === 0) {
      clock.advance(30_000);
      await setTimeout(2);
    }
    await takenOver;
    expect(payloads).toEqual(['a']);
    release();
    await draining;
    while (outcomes.length === 0) await setTimeout(2);
    expect(outcomes[0]).toBeInstanceOf(LeaseLost);
    expect(await list()).toEqual([]);
  });
});

it('a runner that was too busy to renew its lease does not take the same job twice', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { handler, payloads } = noting(() => held);
  const jobs = await runner([handler]);
  await ask({ kind: 'note', payload: 'a' });
  const drained = jobs.drain();
  while (payloads.length === 0) await setTimeout(2);
  clock.advance(30_000);
  await jobs.drain({ deadline: Date.now() + 200 });
  const taken = [...payloads];
  release();
  await drained;
  expect(taken).toEqual(['a']);
  expect(await list()).toEqual([]);
});

it('a runner that stops lets what is running end, and begins nothing more', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { handler, payloads } = noting(() => held);
  const jobs = await runner([handler], { looks: true });
  await ask({ kind: 'note', payload: 'a' });
  jobs.wake();
  while (payloads.length === 0) await setTimeout(2);
  const stopped = jobs.stop();
  await ask({ kind: 'note', payload: 'b' });
  release();
  await stopped;
  expect(payloads).toEqual(['a']);
  expect(await list()).toEqual([{ kind: 'note', attempts: 0, dead: false, error: null }]);
});
