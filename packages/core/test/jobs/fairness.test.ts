import { rounds } from '@stele/testing/rounds';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobHandler } from '../../src/jobs/handler.ts';
import { claimJobs } from '../../src/jobs/runner.store.ts';
import { JobRunner } from '../../src/jobs/runner.ts';
import { execute, sql } from '../../src/platform/database/sql.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { Telemetry } from '../../src/platform/telemetry/telemetry.ts';
import { explain } from '../support/plans.ts';

import { countStatements } from '../support/statements.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const log = pino({ level: 'silent' });
/** More than any lane takes at once. */
const MANY = 40;

let app: TestApp;
let attacker: TestProject[];
let victim: TestProject;
const clock = new TestClock();
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await startTestApp();
  attacker = [await app.project(), await app.project()];
  victim = await app.project();
  await madeBy('usr_attacker', attacker);
  await madeBy('usr_victim', [victim]);
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await execute(app.database.pool, sql`DELETE FROM jobs`);
});
afterAll(() => app.close());

const madeBy = (makerId: string, projects: readonly TestProject[]) =>
  app.database.prisma.project.updateMany({ where: { id: { in: projects.map(({ id }) => id) } }, data: { makerId } });

/** A kind of job whose jobs go on until the test lets them end; `begun` tells of which projects some began, in their order. */
async function hanging(lane: NonNullable<JobHandler['lane']>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const handler: JobHandler = {
    kind: 'hang',
    lane,
    run: ({ projectId }) => {
      begun.push(projectId ?? 'instance');
      return new Promise((resolve) => void ends.push(resolve));
    },
  };
  const runner = new JobRunner({
    pool: app.database.pool,
    clock,
    log,
    handlers: [handler],
    telemetry: new Telemetry(),
  });
  await runner.start({ looks: true });
  const endAll = (): void => {
    for (const end of ends.splice(0)) end();
  };
  opened.push(async () => {
    const stopped = runner.stop();
    const ending = setInterval(endAll, 1);
    await stopped;
    clearInterval(ending);
  });
  const ask = async (project: TestProject, count: number): Promise<void> => {
    const job = { kind: 'hang', projectId: project.id, runAt: clock.now() };
    await enqueueJobs(
      app.database.pool,
      Array.from({ length: count }, () => job),
      clock.now(),
    );
    runner.wake();
  };
  /** Ends one job, after so much time. */
  const endOne = (afterMs = 0): void => {
    clock.advance(afterMs);
    ends.shift()?.();
  };
  return { begun, ask, endOne };
}

describe.each(['fetch', 'process', 'deliver', 'deploy', 'upkeep'] as const)('in the lane %s', (lane) => {
  it('a job begins while those of another person, in several projects, hold what they may hold', async () => {
    const { begun, ask } = await hanging(lane);
    for (const project of attacker) await ask(project, MANY);
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    await ask(victim, 1);
    await expect.poll(() => begun).toContain(victim.id);
  });
});

it('jobs count for the person who made their project, for the project itself, or for the instance', async () => {
  const { id: maker, api } = await app.person();
  const { body: made } = await api.post('/projects', { name: 'Own', locales: ['en'] });
  const nobodys = await app.project();
  const projects = [made.id, nobodys.id, null];
  const runAt = clock.now();
  await enqueueJobs(
    app.database.pool,
    projects.map((projectId) => ({ kind: 'waits', projectId, runAt })),
    runAt,
  );
  const jobs = await app.database.prisma.job.findMany({ where: { kind: 'waits' } });
  const parties = new Map(jobs.map(({ projectId, party }) => [projectId, party]));
  expect(projects.map((id) => parties.get(id))).toEqual([maker, nobodys.id, 'instance']);
});

it('a lone party takes what is free, but never the last slot', async () => {
  const { begun, ask } = await hanging('fetch');
  await ask(victim, MANY);
  await expect.poll(() => begun.length).toBe(4);
});

it('of two parties the one with fewer running jobs comes first, but one whose jobs took long gives way for as long', async () => {
  const [other = victim] = attacker;
  const { begun, ask, endOne } = await hanging('fetch');
  await ask(other, MANY);
  await expect.poll(() => begun.length).toBe(4);
  await ask(victim, MANY);
  await expect.poll(() => begun.length).toBe(5);
  endOne(60_000);
  await expect.poll(() => begun.length).toBe(6);
  endOne();
  await expect.poll(() => begun.length).toBe(7);
  endOne();
  await expect.poll(() => begun.length).toBe(8);
  expect(begun.slice(5)).toEqual([victim.id, victim.id, victim.id]);
  endOne();
  await expect.poll(() => begun.length).toBe(9);
  // The first one holds what it may hold.
  expect(begun.slice(8)).toEqual([other.id]);
});

it('a claim reads a few rows of an index, however many jobs are due, and however many parties wait', {
  tags: ['full'],
}, async () => {
  const { pool } = app.database;
  const due = rounds({ short: 20_000, long: 100_000 });
  await pool.query(
    `INSERT INTO projects (id, name, slug, default_locale, locales)
     SELECT 'prj_' || n, 'Other', 'other-' || n, 'en', '{en}' FROM generate_series(1, 500) AS n`,
  );
  await pool.query(
    `INSERT INTO jobs (id, kind, key, project_id, payload, run_at, created_at)
     SELECT 'job_' || n, 'hang', n::text, CASE n % 2 WHEN 0 THEN $1 ELSE 'prj_' || 1 + n % 500 END, 'null', $2, $2
     FROM generate_series(1, $3::int) AS n`,
    [victim.id, clock.now(), due],
  );
  await pool.query('VACUUM ANALYZE jobs');
  const counted = countStatements(app.database);
  const lease = { owner: 'me', until: new Date(clock.now().getTime() + 60_000) };
  const claim = {
    count: 8,
    more: 7,
    bound: 5,
    held: new Map([['usr_victim', 3]]),
    passedOver: ['prj_7'],
    after: 'prj_5',
  };
  const taken = await claimJobs(pool, { ...claim, kinds: ['hang'], now: clock.now(), lease, underWay: [] });
  counted.stop();
  expect(new Set(taken.map(({ party }) => party)).size).toBe(8);
  expect(taken.filter(({ party }) => party <= 'prj_5' || party === 'prj_7')).toEqual([]);
  const [statement = ''] = counted.statements;
  const { scannedTables, mostSorted } = await explain(pool, statement, counted.values[0] ?? []);
  expect(scannedTables).toEqual([]);
  expect(mostSorted).toBeLessThanOrEqual(100);
});
