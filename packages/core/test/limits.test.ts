import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { rounds } from '@stele/testing/rounds';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unitsOf } from '../src/access/limits/limits.ts';
import { RateLimiter } from '../src/access/limits/rate-limiter.ts';
import { openRedis, type RedisSettings } from '../src/access/limits/redis-client.ts';
import { compileRoutes } from '../src/api/rest/routes.ts';
import { Telemetry } from '../src/platform/telemetry/telemetry.ts';
import { appRouter, type LimitName, limits, parseLimits } from '../src/server/registry.ts';
import { startTestApp, type TestApp, TestClock } from './support/test-app.ts';
import { startUpstashPeer } from './support/upstash-peer.ts';

const log = pino({ level: 'silent' });
const telemetry = new Telemetry();
const names = Object.keys(limits) as LimitName[];

/** The limits that the HTTP contract promises. */
const CONTRACT = [
  ['entry.publish', 30, 60],
  ['entry.save_draft', 60, 60],
  ['entry.create', 120, 3600],
  ['entry.import', 2000, 3600],
  ['entry.list', 600, 3600],
  ['asset.upload', 300, 3600],
  ['schema.diff', 120, 3600],
  ['schema.sync', 30, 3600],
  ['token.create', 10, 3600],
  ['snapshot.restore', 12, 3600],
];

async function outcome(work: Promise<unknown>): Promise<number | 'allowed'> {
  return work.then(
    () => 'allowed' as const,
    (error: { headers: Record<string, string> }) => Number(error.headers['retry-after']),
  );
}

describe('the table', () => {
  it('has the ten limits of the contract', () => {
    const table = names.map((name) => [name, limits[name].units, limits[name].windowSeconds]);
    expect(table).toEqual(expect.arrayContaining(CONTRACT));
  });

  it('leaves no operation that writes without a limit', () => {
    const unlimited = compileRoutes(appRouter)
      .filter(({ operation: { method, limits: used = [] } }) => method !== 'GET' && used.length === 0)
      .map(({ key }) => key);
    // The secret of an invitation can't be guessed.
    expect(unlimited).toEqual(['invitations.accept']);
  });

  it('is changed by STELE_LIMITS, and a wrong setting says what is wrong', () => {
    expect(parseLimits('entry.publish=600, entry.create=5')['entry.publish'].units).toBe(600);
    expect(parseLimits(undefined)).toEqual(limits);
    expect(() => parseLimits('entry.publsh=1')).toThrow('names no limit "entry.publsh"');
    for (const units of ['0', '-1', '1.5', 'many', ''])
      expect(() => parseLimits(`entry.publish=${units}`)).toThrow('STELE_LIMITS');
  });

  it('is lifted for development, but for guesses of secrets', async () => {
    const app = await startTestApp({ limits: parseLimits('off') });
    try {
      expect((await app.api.get('/instance')).body.rate_limits).toBe(false);
      const { api, id } = await app.project();
      const schema = { format: 1, collections: [] };
      for (let time = 0; time <= limits['schema.sync'].units; time++) {
        const pushed = await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 1 });
        expect(pushed.status).not.toBe(429);
      }
    } finally {
      await app.close();
    }
    const off = parseLimits('off');
    expect(names.filter((name) => off[name].units === limits[name].units)).toEqual(
      // Requests aren't limited by default.
      names.filter((name) => /^(auth|instance)\.|^(invitation\.preview|project\.request)$/.test(name)),
    );
  });
});

describe('counted in memory', () => {
  for (const name of names.filter((one) => unitsOf(limits[one]) !== null)) {
    it(`${name}: allows exactly its units, then says how long to wait, and keeps its word`, async () => {
      const clock = new TestClock();
      const limiter = new RateLimiter({ table: limits, redis: null, clock, log, telemetry });
      const { units, windowSeconds } = limits[name];
      for (let n = 0; n < units; n++) await limiter.spend(limits[name], 'a');
      clock.advance(1_500);
      const wait = await outcome(limiter.spend(limits[name], 'a'));
      expect(wait).toBe(windowSeconds - 1);
      expect(await outcome(limiter.spend(limits[name], 'b'))).toBe('allowed');
      clock.advance((Number(wait) - 1) * 1000);
      expect(await outcome(limiter.spend(limits[name], 'a'))).toBe(1);
      clock.advance(1000);
      expect(await outcome(limiter.spend(limits[name], 'a'))).toBe('allowed');
    });
  }

  it('gives back what was spent, but not to a bucket that is full again', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter({ table: parseLimits('auth.sign_in=2'), redis: null, clock, log, telemetry });
    const spend = () => limiter.spend(limits['auth.sign_in'], 'a');
    for (let n = 0; n < 5; n++) await (await spend())();
    const late = await spend();
    await spend();
    expect(await outcome(spend())).toBe(60);
    clock.advance(60_000);
    await late();
    expect([await outcome(spend()), await outcome(spend()), await outcome(spend())]).toEqual([
      'allowed',
      'allowed',
      60,
    ]);
  });

  it('spends several units at once, or none of them', async () => {
    const limiter = new RateLimiter({ table: limits, redis: null, clock: new TestClock(), log, telemetry });
    await limiter.spend(limits['asset.upload'], 'a', 299);
    expect(await outcome(limiter.spend(limits['asset.upload'], 'a', 2))).not.toBe('allowed');
    expect(await outcome(limiter.spend(limits['asset.upload'], 'a', 1))).toBe('allowed');
    expect(await outcome(limiter.spend(limits['asset.upload'], 'b', 301))).toBe(3600);
  });
});

describe('through the API', () => {
  let app: TestApp;
  const clock = new TestClock(Date.now());
  beforeAll(async () => {
    app = await startTestApp({
      clock,
      limits: parseLimits('entry.create=3,entry.import=4,entry.list=2,entry.publish=2,entry.save_draft=2'),
    });
  });
  afterAll(() => app.close());

  it('answers 429 with Retry-After, names the limit, and lets through who waited', async () => {
    const { id, api } = await app.project();
    const create = (via?: string) =>
      api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: { a: 1 } }, ...(via && { via }) });
    const created = [await create(), await create(), await create(), await create()];
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    const refused = created[3];
    expect(refused?.body.error.code).toBe('rate_limited');
    expect(refused?.headers.get('retry-after')).toBe('3600');
    expect(refused?.body.error.details[0]).toMatchObject({ limit: 'entry.create', units: 3, window_seconds: 3600 });
    const imported = await Promise.all([1, 2, 3, 4, 5].map(() => create('import')));
    expect(imported.filter(({ status }) => status === 201)).toHaveLength(4);
    clock.advance(3_600_000);
    expect((await create()).status).toBe(201);
  });

  it('bounds comparing and pushing schemas, restoring snapshots, duplicating and unpublishing', async () => {
    const strict = await startTestApp({
      clock,
      limits: parseLimits('schema.diff=1,schema.sync=1,snapshot.restore=1,entry.create=2,entry.publish=2'),
    });
    const { id, api } = await strict.project();
    const owner = (await strict.person({ projectId: id, role: 'owner' })).api;
    const schema = { format: 1, collections: [{ key: 'posts', fields: [{ key: 'a', type: 'integer' }] }] };
    const entries = `/projects/${id}/entries`;
    const twice = async (send: () => Promise<{ status: number }>) => [(await send()).status, (await send()).status];
    expect((await api.post(`/projects/${id}/schema/diff`, { schema: { format: 1 } })).status).toBe(400);
    expect(await twice(() => api.post(`/projects/${id}/schema/diff`, { schema }))).toEqual([200, 429]);
    expect(await twice(() => api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 }))).toEqual([200, 429]);
    const entry = (await api.post(entries, { collection_key: 'posts', values: { en: { a: 1 } } })).body.id;
    expect(await twice(() => api.post(`${entries}/${entry}/duplicate`, {}))).toEqual([201, 429]);
    expect((await api.post(`${entries}/${entry}/publish`, { locales: ['en'] })).status).toBe(200);
    const { snapshot_id } = (await api.get(`/projects/${id}/snapshot/latest`)).body;
    expect(await twice(() => api.post(`${entries}/${entry}/unpublish`, { locales: ['en'] }))).toEqual([200, 429]);
    expect(await twice(() => owner.post(`/projects/${id}/snapshots/${snapshot_id}/restore`, {}))).toEqual([200, 429]);
    await strict.close();
  });

  it('bounds ordering, deleting, restoring from the trash, making and changing projects, and inviting', async () => {
    const strict = await startTestApp({
      clock,
      limits: parseLimits('entry.order=1,entry.trash=2,project.create=1,project.change=1,invitation.create=1'),
    });
    const { id, api } = await strict.project();
    const person = await strict.person({ projectId: id, role: 'owner' });
    const entries = `/projects/${id}/entries`;
    const entry = (await api.post(entries, { collection_key: 'posts' })).body.id;
    const order = { collection_key: 'posts', entry_ids: [entry] };
    expect((await api.post(`${entries}/order`, order)).status).toBe(409);
    expect((await api.post(`${entries}/order`, order)).status).toBe(429);
    const [deleted, restored, again] = [
      await api.delete(`${entries}/${entry}`),
      await api.post(`${entries}/${entry}/restore`),
      await api.delete(`${entries}/${entry}`),
    ];
    expect([deleted.status, restored.status, again.status]).toEqual([200, 200, 429]);
    const make = () => person.api.post('/projects', { name: 'P', locales: ['en'] });
    expect([(await make()).status, (await make()).status]).toEqual([201, 429]);
    const rename = () => person.api.patch(`/projects/${id}`, { name: 'Other' });
    expect([(await rename()).status, (await rename()).status]).toEqual([200, 429]);
    const invite = () => person.api.post(`/projects/${id}/invitations`, { email: 'a@example.org', role: 'viewer' });
    expect([(await invite()).status, (await invite()).status]).toEqual([201, 429]);
    await strict.close();
  });

  it('spends a unit once validation has passed, whatever the verb then says', async () => {
    const { id, api } = await app.project();
    const entry = (await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: { a: 1 } } }))
      .body.id;
    const publish = (body: object) => api.post(`/projects/${id}/entries/${entry}/publish`, body);
    for (let n = 0; n < 4; n++) expect((await publish({ locales: [] })).status).toBe(400);
    expect((await publish({ locales: ['de'] })).status).toBe(400);
    expect((await publish({ locales: ['en'] })).status).toBe(200);
    expect((await publish({ locales: ['en'] })).status).toBe(429);
    clock.advance(60_000);
  });

  it('counts saves for each entry and author, lists for each person, tokens together', async () => {
    const project = await app.project();
    const person = await app.person({ projectId: project.id, role: 'editor' });
    const entries = `/projects/${project.id}/entries`;
    const make = async () => (await project.api.post(entries, { collection_key: 'posts' })).body.id;
    const [a, b] = [await make(), await make()];
    const save = async (api: typeof project.api, entry: string, n: number) => {
      const { version } = (await project.api.get(`${entries}/${entry}`)).body;
      return (await api.put(`${entries}/${entry}/draft`, { values: { en: { n } }, base_version: version })).status;
    };
    expect([await save(project.api, a, 1), await save(project.api, a, 2), await save(project.api, a, 3)]).toEqual([
      200, 200, 429,
    ]);
    expect([await save(project.api, b, 1), await save(person.api, a, 4)]).toEqual([200, 200]);
    const other = app.client({ token: project.tokens.admin });
    const statuses = [
      await project.api.get(entries),
      await other.get(entries),
      await other.get(entries),
      await person.api.get(entries),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  });

  it('takes 2,000 imported entries within an hour, marked as such, and refuses the next', async () => {
    const real = await startTestApp({ clock });
    try {
      const { id, api } = await real.project();
      const entries = `/projects/${id}/entries`;
      const create = (n: number) =>
        api.post(entries, { collection_key: 'posts', values: { en: { title: `${n}` } }, via: 'import' });
      const made: string[] = [];
      const sent = rounds({ short: 40, long: 2_000 });
      for (let n = sent; n < 2_000; n++) await real.services.limiter.spend(limits['entry.import'], id);
      for (let n = 0; n < sent; n += 20) {
        const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(n + index)));
        for (const { status, body } of answers) {
          expect(status).toBe(201);
          made.push(body.id);
        }
      }
      const refused = await create(2_000);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
      expect(refused.headers.get('retry-after')).toBe('3600');
      // Entries that aren't imported have a limit of their own.
      expect((await api.post(entries, { collection_key: 'posts' })).status).toBe(201);
      clock.advance(3_600_000);
      expect((await create(2_000)).status).toBe(201);

      const [first = ''] = made;
      await api.post(`${entries}/${first}/publish`, { locales: ['en'], via: 'import' });
      await api.put(`${entries}/${first}/draft`, { values: { en: { title: 'by hand' } }, base_version: 2 });
      const { data } = (await api.get(`${entries}/${first}/versions`)).body;
      expect(data.map((one: { kind: string; imported: boolean }) => [one.kind, one.imported])).toEqual([
        ['save', false],
        ['publish', true],
        ['create', true],
      ]);
    } finally {
      await real.close();
    }
  });

  it('lets ten tokens be made in an hour', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const answers: number[] = [];
    for (let n = 0; n < 11; n++)
      answers.push((await owner.api.post(`/projects/${project.id}/tokens`, { name: `t${n}`, scope: 'admin' })).status);
    expect(answers).toEqual([...Array(10).fill(201), 429]);
  });
});

const redisUrl = process.env.TEST_REDIS_URL;
if (!redisUrl) process.stdout.write('skipped: rate limits on a real Redis (set TEST_REDIS_URL)\n');

describe.skipIf(!redisUrl)('counted in Redis', () => {
  let peer: { url: string; token: string; server: Server } | undefined;
  /** Keeps it apart from other runs on the same Redis. */
  const run = randomUUID();
  const open: (() => void)[] = [];
  beforeAll(async () => {
    peer = await startUpstashPeer(redisUrl ?? '');
  });
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });
  afterAll(async () => {
    peer?.server.close();
    const redis = new Redis(redisUrl ?? '');
    const keys = await redis.keys(`stele:limit:*${run}*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });

  const adapters: [string, () => RedisSettings][] = [
    ['any Redis', () => ({ kind: 'redis', url: redisUrl ?? '' })],
    ['Upstash over REST', () => ({ kind: 'upstash', url: peer?.url ?? '', token: peer?.token ?? '' })],
  ];
  for (const [name, settings] of adapters) {
    it(`${name}: two processes share a limit, exactly`, async () => {
      const key = `${name} ${run}`;
      const limiters = await Promise.all(
        [0, 1].map(async () => {
          const { client, close } = await openRedis(settings());
          open.push(close);
          return new RateLimiter({
            table: parseLimits('entry.publish=25'),
            redis: client,
            clock: { now: () => new Date() },
            log,
            telemetry,
          });
        }),
      );
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          outcome(limiters[n % 2]?.spend(limits['entry.publish'], key) ?? Promise.reject()),
        ),
      );
      expect(outcomes.filter((result) => result === 'allowed')).toHaveLength(25);
      const waits = outcomes.filter((result) => result !== 'allowed').map(Number);
      expect(waits.every((wait) => wait >= 1 && wait <= 60)).toBe(true);
    });
  }
});

describe('while Redis is out of reach', () => {
  /** A limiter whose Redis takes connections, and never says a word. */
  async function startSilent() {
    const sockets = new Set<Socket>();
    const silent = createTcpServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { client, close } = await openRedis({ kind: 'redis', url });
    const errors: object[] = [];
    const limiter = new RateLimiter({
      table: limits,
      redis: client,
      clock: { now: () => new Date() },
      log: pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) }),
      telemetry,
    });
    const stop = async () => {
      close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    };
    return { limiter, client, errors, stop };
  }

  it('waits for it once, then counts in memory all but new tokens and links for passwords, and says so once', async () => {
    const { limiter, client, errors, stop } = await startSilent();
    try {
      const refused = names.filter((name) => limits[name].outage === 'refuse');
      expect(refused).toEqual(['member.reset_link', 'token.create']);
      expect(await outcome(limiter.spend(limits['entry.publish'], 'first'))).toBe('allowed');
      expect([limiter.reachesRedis, await limiter.spent(limits['entry.publish'], 'first')]).toEqual([false, null]);
      // Takes as long as Redis is waited for.
      let hasWaited = false;
      const waiting = client.eval('return 1', [], []).catch(() => (hasWaited = true));
      for (const name of names.filter((one) => unitsOf(limits[one]) !== null && !refused.includes(one))) {
        const { units, windowSeconds } = limits[name];
        await limiter.spend(limits[name], 'a', units - 1);
        const giveBack = await limiter.spend(limits[name], 'a');
        expect([name, await outcome(limiter.spend(limits[name], 'a'))]).toEqual([name, expect.any(Number)]);
        expect(Number(await outcome(limiter.spend(limits[name], 'a')))).toBeLessThanOrEqual(windowSeconds);
        await giveBack();
        expect([name, await outcome(limiter.spend(limits[name], 'a'))]).toEqual([name, 'allowed']);
      }
      for (const name of refused) {
        await expect(limiter.spend(limits[name], 'a')).rejects.toMatchObject({ errorCode: 'unavailable' });
      }
      expect(hasWaited).toBe(false);
      expect(errors).toMatchObject([{ msg: 'Redis cannot be reached: limits are counted in this process' }]);
      await waiting;
    } finally {
      await stop();
    }
  });

  it('lets content through and refuses to make tokens where nothing listens', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { client, close } = await openRedis({ kind: 'redis', url: `redis://127.0.0.1:${port}` });
    const limiter = new RateLimiter({ table: limits, redis: client, clock: { now: () => new Date() }, log, telemetry });
    await limiter.spend(limits['entry.publish'], 'a');
    await expect(limiter.spend(limits['token.create'], 'a')).rejects.toMatchObject({ errorCode: 'unavailable' });
    close();
  });
});
