import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { json, type Received, Receiver } from '@stele/testing/receiver';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Delivery, type DeliveryOptions } from '../../src/delivery/delivery.ts';
import { followerOf } from '../../src/features/deployments/senders.ts';
import type { GuardedClientOptions } from '../../src/platform/outgoing/guarded-client.ts';
import { newEncryptionKeys } from '../../src/platform/secret-box.ts';
import { DeliveryProject, NETLIFY_HOOK } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

type Answer = (request: Received, response: ServerResponse) => void;

let app: TestApp;
let receiver: Receiver;
let made: DeliveryProject;
let target: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({ delivery: { allowsPrivateTargets: true, origins: receiver.origins } });
  made = await DeliveryProject.make(app);
  target = await made.target();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
afterEach(() => receiver.reset());

/** Tests the target. @returns how the deployment ended, and its one attempt */
const testAnsweredBy = async (answer: Answer) => {
  receiver.turns.push(answer);
  const { status, body } = await made.owner.post(`${made.path}/deploy-targets/${target}/test`);
  expect([status, body.attempts.length]).toEqual([200, 1]);
  return { outcome: body.status, ...body.attempts[0] };
};

/** Writes a body without end, as fast as it's taken, until no one takes it any more. */
const endless: Answer = (_request, response) => {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write).writeHead(200);
  write();
};

const answering = (status: number, headers = {}): Answer => {
  return (_request, response) => void response.writeHead(status, headers).end('{}');
};

const failed = (status: number | null, error: string) => ({
  outcome: 'failed',
  status,
  error: expect.stringContaining(error) as unknown,
});
const taken = { outcome: 'triggered', status: 200, error: null };

const HOSTILE: [string, Answer, object][] = [
  ['a slow answer', (_request, response) => void setTimeout(100).then(() => response.end('{}')), taken],
  ['429', answering(429, { 'retry-after': '7' }), failed(429, 'answered 429')],
  ['500', answering(500), failed(500, 'answered 500')],
  ['404', answering(404), failed(404, 'answered 404')],
  ['410', answering(410), failed(410, 'answered 410')],
  [
    'a redirect, which is not followed',
    answering(302, { location: 'http://169.254.169.254/latest/meta-data' }),
    failed(302, 'answered 302'),
  ],
  ['garbage that means it was taken', (_request, response) => void response.end('\u0000{[<garbage'), taken],
  [
    'garbage that means it was not',
    (_request, response) => void response.writeHead(400).end('\u0000\u001b[31m evil\u202e \ud83d\ude00'),
    failed(400, 'The platform answered 400: [31m evil 😀'),
  ],
  ['a body without end', endless, failed(null, 'The answer is longer')],
  ['a reset', (_request, response) => void response.socket?.resetAndDestroy(), failed(null, "can't be reached")],
  [
    'a reset amid the answer',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      void setTimeout(50).then(() => response.socket?.resetAndDestroy());
    },
    failed(null, "can't be reached"),
  ],
  [
    'what is no HTTP',
    (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
    failed(null, "can't be reached"),
  ],
];

describe('a receiver', () => {
  for (const [name, answer, expected] of HOSTILE) {
    it(`that answers with ${name} leaves an attempt that says so`, async () => {
      expect(await testAnsweredBy(answer)).toMatchObject(expected);
    });
  }

  it('that never answers is given up, while other targets of the project are triggered', {
    tags: ['full'],
  }, async () => {
    const other = await DeliveryProject.make(app);
    await other.target({ quiet_seconds: 0 });
    await other.target({ quiet_seconds: 0 });
    receiver.turns.push(() => undefined);
    await other.publish();
    const deployments = async (status: string) => other.deployments(`?status=${status}`);
    const sending = app.services.jobs.drain({ kinds: ['send-deployment'] });
    while ((await deployments('triggered')).length === 0) await setTimeout(20);
    expect(await deployments('sending')).toHaveLength(1);
    await sending;
    const [late] = await deployments('queued');
    expect(late.attempts).toMatchObject([{ status: null, error: expect.stringMatching(/took too long to answer/) }]);
  });
});

describe("characters of an answer that the database can't store", () => {
  const clock = new TestClock(Date.now());
  const github = () => ({
    kind: 'github',
    config: {
      ...{ token: 'ghp_verysecrettoken0123456789', owner: 'acme', repository: 'site', api_url: receiver.url },
      ...{ event: 'workflow_dispatch', workflow: 'build.yml', ref: 'main' },
    },
  });
  let timed: TestApp;

  beforeAll(async () => {
    timed = await startTestApp({ clock, delivery: { allowsPrivateTargets: true, origins: receiver.origins } });
  });
  afterAll(() => timed.close());

  /** Has the database refuse some deployments while something is done. */
  const refusing = async (check: string, act: () => Promise<void>) => {
    const { pool } = timed.database;
    await pool.query(`ALTER TABLE deployments ADD CONSTRAINT refused CHECK (${check}) NOT VALID`);
    try {
      await act();
    } finally {
      await pool.query('ALTER TABLE deployments DROP CONSTRAINT refused');
    }
  };

  it('is left out of what it calls the build: one request is sent, and a test answers', async () => {
    const project = await DeliveryProject.make(timed);
    const id = await project.target({ quiet_seconds: 0, ...github() });
    receiver.answer = json({ workflow_run_id: '1\u0000\ud8002', html_url: 'https://github.example/\u0000' });
    await project.publish();
    await project.after(1);
    for (let look = 0; look < 3; look++) await project.after(600);
    expect(receiver.triggers).toHaveLength(1);
    expect(await project.deployments()).toMatchObject([{ status: 'triggered', attempts: [{ status: 200 }] }]);
    const test = await project.owner.post(`${project.path}/deploy-targets/${id}/test`);
    expect([test.status, test.body.status]).toEqual([200, 'triggered']);
    const rows = await timed.database.prisma.deployment.findMany({ where: { targetId: id } });
    expect(rows.map(({ run }) => run)).toEqual(
      Array.from({ length: 2 }, () => ({ id: '12', url: 'https://github.example/' })),
    );
  });

  it('is left out of why a build failed', async () => {
    const project = await DeliveryProject.make(timed);
    const config = { hook_url: NETLIFY_HOOK, api_token: 'netlify-token', site_id: 'site' };
    await project.target({ quiet_seconds: 0, config });
    await project.publish();
    await project.after(1);
    const [{ id }] = await project.deployments();
    const failed = { id: 'run', title: `Stele ${id}`, state: 'error', error_message: 'It broke\u0000 here\udfff.' };
    receiver.answer = json([failed]);
    await project.after(15);
    expect((await project.deployments())[0].build).toMatchObject({ state: 'failed', error: 'It broke here.' });
  });

  it('costs what it calls the build, at worst', async () => {
    const project = await DeliveryProject.make(timed);
    await project.target({ quiet_seconds: 0, ...github() });
    receiver.answer = json({ workflow_run_id: 1 });
    await project.publish();
    await refusing('run IS NULL', () => project.after(1));
    expect(receiver.triggers).toHaveLength(1);
    expect(await project.deployments()).toMatchObject([{ status: 'triggered', attempts: [{ status: 200 }] }]);
  });

  it('starts ten builds, at the very worst', async () => {
    const project = await DeliveryProject.make(timed);
    const id = await project.target({ quiet_seconds: 0 });
    await project.publish();
    await refusing("status <> 'triggered'", async () => {
      for (let turn = 0; turn < 15; turn++) {
        await project.after(3600);
        await timed.services.jobs.runAll(['catch-up-deployments']);
      }
    });
    expect(receiver.triggers).toHaveLength(10);
    const [failed] = await project.deployments();
    const error = 'It was sent 10 times, and each time no outcome was recorded.';
    expect(failed).toMatchObject({ status: 'failed', attempts: [{ status: null, error }] });
    expect(await project.read(id)).toMatchObject({ status: 'active', consecutive_failures: 1 });
  });
});

describe('addresses', () => {
  it('of private networks can be allowed, of which the start warns', async () => {
    const warned = (options: DeliveryOptions): string => {
      const said: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
      const parts = { database: app.database, clock: app.services.clock, encryptionKeys: newEncryptionKeys(), log };
      void new Delivery(parts, options).close();
      return said.join('');
    };
    expect(warned({ allowsPrivateTargets: true })).toContain('STELE_ALLOW_PRIVATE_TARGETS is set');
    expect(warned({})).toBe('');
  });

  /** Resolves every name to these addresses, one set after another. */
  function resolving(...sets: string[][]): NonNullable<GuardedClientOptions['lookup']> {
    let turn = 0;
    return (_hostname, _options, callback) => {
      const addresses = sets[Math.min(turn++, sets.length - 1)] ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    };
  }

  it('of this machine and private networks are not asked, even when a name leads to them only sometimes', async () => {
    const guarded = await startTestApp({
      delivery: { lookup: resolving(['127.0.0.1'], ['93.184.216.34', '10.0.0.1']) },
    });
    try {
      const project = await DeliveryProject.make(guarded);
      const id = await project.target();
      for (let turn = 0; turn < 2; turn++) {
        const { body } = await project.owner.post(`${project.path}/deploy-targets/${id}/test`);
        expect(body).toMatchObject({ status: 'failed' });
        expect(body.attempts[0].error).toMatch(/not allowed: operators allow them with STELE_ALLOW_PRIVATE_TARGETS/);
      }
      expect(receiver.requests).toEqual([]);
    } finally {
      await guarded.close();
    }
  });
});

describe('a website that is looked at', () => {
  it('is read no further than its beginning, and not followed to private addresses', async () => {
    const website = await Receiver.start();
    const id = await made.target({ site_url: website.url });
    await made.publish();
    const look = async (answer: Answer) => {
      website.reset();
      website.answer = answer;
      await followerOf(app.services).follow(id, new AbortController().signal);
      return (await made.read(id)).site_check;
    };
    expect((await look(endless)).error).toMatch(/^Neither/);
    expect((await look((_r, response) => void response.socket?.resetAndDestroy())).error).toMatch(/can't be reached/);
    const loop: Answer = (_r, response) => void response.writeHead(302, { location: '/' }).end();
    expect((await look(loop)).error).toMatch(/redirects too often/);
    const broken = (_r: Received, response: ServerResponse) => void response.writeHead(500).end();
    expect((await look(broken)).error).toBe('The website answered 500.');
    const meta = `<meta name="stele-snapshot" content="${await made.live()}">`;
    const late: Answer = (_r, response) => void response.end(`${'x'.repeat(300 * 1024)}${meta}`);
    expect((await look(late)).error).toMatch(/^Neither/);
    const unknown = meta.replace(/snap_\w+/, `snap_${'0'.repeat(26)}`);
    expect((await look((_r, response) => void response.end(unknown))).error).toMatch(/snapshot of another project/);
    expect((await look((_r, response) => void response.end(`<p>${meta}`))).error).toBeNull();
    await website.close();
  });
});
