import type { ObjectStorage } from '@stele/storage';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
let clock: TestClock;
let checks: number;
let isDown: boolean;
let logged: Record<string, unknown>[];

/** A storage that counts its checks, each of which writes to it, and fails them when the test says so. */
function counting(storage: ObjectStorage): ObjectStorage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        if (name === 'check') checks++;
        if (name === 'check' && isDown) return Promise.reject(new Error('The storage is down.'));
        return value.apply(target, values);
      };
    },
  });
}

beforeEach(async () => {
  [checks, isDown] = [0, false];
  clock = new TestClock();
  logged = [];
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
  app = await startTestApp({ clock, log, wrapStorage: counting });
  checks = 0;
});
afterEach(() => app.close());

const ask = async (): Promise<number> => (await fetch(`${app.url}/readyz`)).status;
const askAtOnce = (): Promise<number[]> => Promise.all(Array.from({ length: 50 }, ask));

it('looks at the storage once a second at most, however many ask', async () => {
  expect(new Set(await askAtOnce())).toEqual(new Set([200]));
  for (let again = 0; again < 20; again++) expect(await ask()).toBe(200);
  clock.advance(999);
  await askAtOnce();
  expect(checks).toBe(1);
  clock.advance(1);
  await askAtOnce();
  expect(checks).toBe(2);
});

it('answers with what it found until it checks again', async () => {
  isDown = true;
  expect(new Set(await askAtOnce())).toEqual(new Set([503]));
  isDown = false;
  expect(await ask()).toBe(503);
  expect(checks).toBe(1);
  clock.advance(1000);
  expect(await ask()).toBe(200);
});

it('says when a job is due for more than a minute, and which', async () => {
  const told = async () => {
    const ready = (await (await fetch(`${app.url}/readyz`)).json()) as Record<string, unknown>;
    const status = await app.api.get('/instance');
    return [ready.jobs, ready.late_job, status.body.background_work_late];
  };
  await app.services.jobs.runDue(Date.now() + 60_000);
  await enqueueJobs(app.database.pool, [{ kind: 'forgotten', runAt: clock.now() }], clock.now());
  clock.advance(60_000);
  await app.services.jobs.runDue(Date.now() + 60_000);
  expect(await told()).toEqual(['ok', undefined, false]);
  clock.advance(1_000);
  expect(await told()).toEqual(['late', { kind: 'forgotten', due_seconds: 61 }, true]);
  expect(logged.filter(({ kind }) => kind === 'forgotten')).toMatchObject([{ level: 40, due_seconds: 61 }]);
  await app.database.prisma.job.deleteMany({ where: { kind: 'forgotten' } });
  clock.advance(1_000);
  expect(await told()).toEqual(['ok', undefined, false]);
});
