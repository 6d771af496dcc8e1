import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ObjectStorage, openStorage } from '@stele/storage';
import { createTestBucket, setBucketCors, testBucketFromEnv } from '@stele/storage/testing';
import { startMailPeer } from '@stele/testing/mail-peer';
import { startProxy } from '@stele/testing/proxy';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ExaminedInstance, examineInstance as examine } from '../../src/features/doctor/examine.ts';
import { type Finding, runChecks } from '../../src/features/doctor/finding.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { newEncryptionKeys, SecretBox } from '../../src/platform/secret-box.ts';
import { DeliveryProject } from '../support/delivery-project.ts';
import { createEmptyServerDatabase, createServerDatabase, type ServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { ENCRYPTION_KEYS, startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

const AUTH_SECRET = 's'.repeat(40);
const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const bucket = testBucketFromEnv(process.env);
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The settings of an app, as the doctor examines them. */
function instanceOf(app: TestApp, database: ExaminedInstance['database']): ExaminedInstance {
  return {
    urls: { api: app.url, admin: app.url, content: app.url },
    database,
    storage: app.storage,
    isBucket: false,
    disk: { folder: app.directory, reserveBytes: 1 },
    redis: null,
    mail: null,
    trustedProxies: 0,
    authSecret: AUTH_SECRET,
    encryptionKeys: ENCRYPTION_KEYS,
  };
}

const SCRIPT = '/_next/static/a.js';

/** Stands for an admin: its page and a script, and what it hands on to the API, but for paths that its proxy keeps to itself. */
async function adminOf(app: TestApp, isKept: (path: string) => boolean = () => false): Promise<string> {
  const proxy = await startProxy(app.url, ({ url = '/' }, response) => {
    if (isKept(url)) response.writeHead(404).end('<h1>Not found</h1>');
    else if (url === '/') response.end(`<script src="${SCRIPT}" async=""></script>`);
    else if (url === SCRIPT) response.setHeader('content-type', 'text/javascript').end();
    else return false;
    return true;
  });
  closing.push(() => proxy.close());
  return proxy.url;
}

/** Machines may be slow. */
const examineInstance = (instance: ExaminedInstance): Promise<Finding[]> => examine(instance, 200_000);

const verdicts = (findings: readonly Finding[]): string[] =>
  findings.map(({ check, verdict }) => `${check} ${verdict}`);

const of = (findings: readonly Finding[], check: string): string =>
  findings
    .filter((finding) => finding.check === check)
    .map(({ verdict, message, advice = '' }) => `${verdict}: ${message} ${advice}`)
    .join('\n');

/** An address at which nothing listens any more. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

describe.skipIf(!serverUrl)('an instance on a PostgreSQL server', () => {
  let server: ServerDatabase;
  let database: Database;
  let app: TestApp;
  const settings = () => ({ kind: 'postgres', url: server.url }) as const;

  beforeAll(async () => {
    server = await createServerDatabase(serverUrl, findDatabaseFiles().migrationsDirectory);
    database = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 3 }, { log: silentLog });
    app = await startTestApp({ database, delivery: { allowsPrivateTargets: true } });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await server.drop();
  });

  it('is found healthy', async () => {
    const mail = await startMailPeer();
    closing.push(() => mail.close());
    const redis = process.env.TEST_REDIS_URL;
    await app.services.jobs.runDue(Date.now() + 600_000);
    const instance = instanceOf(app, settings());
    const findings = await examineInstance({
      ...instance,
      urls: { ...instance.urls, admin: await adminOf(app) },
      mail: { smtpUrl: mail.url, from: 'stele@example.org' },
      ...(redis && { redis: { kind: 'redis', url: redis } }),
    });
    expect(findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'skip')).toEqual([]);
    const parts = [
      'api',
      'admin',
      'content',
      'proxies',
      'migrations',
      'connections',
      'clock',
      'keys',
      'jobs',
      'mirrors',
    ];
    for (const part of [...parts, 'disk', 'mail']) expect(verdicts(findings)).toContain(`${part} ok`);
    // The finding warns of slow writes.
    expect(of(findings, 'storage')).toMatch(/: The storage keeps conditions/);
    expect(of(findings, 'database')).toMatch(/^ok: PostgreSQL \d+\.\d+ .*answers to the role \w+/);
    expect(mail.waiting()).toBe(0);
  });

  it.each([
    ['admin', 'sign-ins', (path: string) => path.startsWith('/auth/'), /fail: A sign-in at .* was answered with 404/],
    ['admin', 'scripts', (path: string) => path === SCRIPT, /fail: The admin's page stays blank: .*a\.js answered 404/],
    ['admin', 'its page', (path: string) => path === '/', /fail: At .*, there is no page of the admin/],
    ['api', 'sign-ins', (path: string) => path.startsWith('/auth/'), /fail: A sign-in at .* was answered with 404/],
  ] as const)('has a proxy named that is ready at %s, and keeps %s to itself', async (part, _, isKept, found) => {
    const instance = instanceOf(app, settings());
    const urls = { ...instance.urls, admin: await adminOf(app), [part]: await adminOf(app, isKept) };
    const findings = await examineInstance({ ...instance, urls });
    expect(of(findings, part)).toMatch(/^ok: .* answers, and is ready/);
    expect(of(findings, part)).toMatch(found);
    const failed = findings.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ check }) => check)).toEqual([part]);
  });

  it('has each part that is out of reach named, and all others checked', async () => {
    const dead = await deadAddress();
    const findings = await examineInstance({
      ...instanceOf(app, { kind: 'postgres', url: `postgres://stele:geheim@${dead}/stele` }),
      urls: { api: `http://${dead}`, admin: app.url, content: `http://${dead}` },
      disk: { folder: path.join(app.directory, 'nowhere'), reserveBytes: 1 },
      redis: { kind: 'redis', url: `redis://:geheim@${dead}` },
      mail: { smtpUrl: `smtp://stele:geheim@${dead}`, from: 'stele@example.org' },
    });
    const failed = ['api', 'content', 'database', 'disk', 'redis', 'mail'];
    for (const part of failed) expect(verdicts(findings), part).toContain(`${part} fail`);
    for (const part of ['proxies', 'keys', 'jobs', 'mirrors', 'clock'])
      expect(verdicts(findings)).toContain(`${part} skip`);
    expect(verdicts(findings)).toContain('admin ok');
    expect(of(findings, 'storage')).toMatch(/: The storage keeps conditions/);
    expect(of(findings, 'api')).toContain('ECONNREFUSED');
    expect(JSON.stringify(findings)).not.toContain('geheim');
  });

  it('reports secrets of lost keys, late and dead jobs, and mirrors that are behind', async () => {
    const made = await DeliveryProject.make(app);
    const target = await made.target();
    const project = await app.project();
    const secrets = new SecretBox(newEncryptionKeys()).seal('{}', target);
    await database.prisma.deployTarget.update({ where: { id: target }, data: { secrets } });
    const { body } = await project.api.post(`/projects/${project.id}/entries`, {
      collection_key: 'posts',
      values: { en: {} },
    });
    await project.api.post(`/projects/${project.id}/entries/${body.id}/publish`, { locales: ['en'] });
    const ofProject = { projectId: project.id };
    // Mirrored sequences are noted after the answer.
    await expect.poll(() => database.prisma.projectToken.count({ where: { ...ofProject, mirroredSeq: null } })).toBe(0);
    await database.prisma.projectToken.updateMany({ where: ofProject, data: { mirroredSeq: null } });
    const now = new Date();
    const job = { kind: 'forgotten', projectId: project.id, runAt: new Date(now.getTime() - 100_000) };
    await enqueueJobs(
      database.pool,
      [
        { ...job, key: 'late' },
        { ...job, key: 'dead' },
      ],
      now,
    );
    const lastError = 'The receiver is gone.';
    await database.prisma.job.updateMany({ where: { key: 'dead' }, data: { deadAt: now, lastError } });
    const findings = await examineInstance(instanceOf(app, settings()));
    expect(of(findings, 'keys')).toMatch(/^fail: The secrets of 1 of 1 .*is not among STELE_ENCRYPTION_KEYS/);
    expect(of(findings, 'jobs')).toMatch(/^warn: A job of the kind forgotten is due for 1\d\d seconds\./);
    expect(of(findings, 'jobs')).toContain('Given up: 1 of the kind forgotten, one because: The receiver is gone.');
    expect(of(findings, 'mirrors')).toMatch(/^warn: 3 pointer mirrors/);
  });

  it('is distinguished from a database without tables', async () => {
    const empty = await createEmptyServerDatabase(serverUrl);
    closing.push(() => empty.drop());
    const findings = await examineInstance(instanceOf(app, { kind: 'postgres', url: empty.url }));
    expect(of(findings, 'migrations')).toMatch(/^warn: \d+ migrations are still to be applied/);
    for (const part of ['keys', 'jobs', 'mirrors']) expect(verdicts(findings)).toContain(`${part} skip`);
    expect(verdicts(findings)).toContain('clock ok');
  });

  it('has a storage that ignores conditions found', async () => {
    const careless = new Proxy(app.storage, {
      get(target, name) {
        if (name !== 'put') return Reflect.get(target, name).bind?.(target);
        return (key: string, body: Uint8Array) => target.put(key, body, { contentType: 'text/plain' });
      },
    }) as ObjectStorage;
    const findings = await examineInstance({ ...instanceOf(app, settings()), storage: careless });
    expect(of(findings, 'storage')).toMatch(/^fail: The storage ignores conditions/);
    const left: string[] = [];
    for await (const { key } of app.storage.list('doctor/')) left.push(key);
    expect(left).toEqual([]);
  });
});

describe('what the API sees of its clients', () => {
  const proxiesOf = async (options: TestAppOptions): Promise<string> => {
    const app = await startTestApp(options);
    closing.push(() => app.close());
    return of(await examineInstance(instanceOf(app, null)), 'proxies');
  };

  it('is its own address, where no proxy is trusted', async () => {
    expect(await proxiesOf({})).toMatch(/^ok: The API sees this command as 127\.0\.0\.1/);
  });

  it('must not be what clients invent', async () => {
    expect(await proxiesOf({ trustedProxies: 1 })).toMatch(
      /^fail: The API believes an address that this command invented/,
    );
  });

  it('is reported to no one without the secret of the instance', async () => {
    const app = await startTestApp();
    closing.push(() => app.close());
    expect((await fetch(`${app.url}/internal/doctor`)).status).toBe(401);
    const findings = await examineInstance({ ...instanceOf(app, null), authSecret: 'x'.repeat(40) });
    expect(of(findings, 'proxies')).toMatch(/^skip: .*another STELE_AUTH_SECRET/);
  });
});

describe.skipIf(!bucket)('a bucket', () => {
  it('is checked for conditions, and for uploads from pages of the admin', async () => {
    if (!bucket) return;
    await createTestBucket(bucket);
    const app = await startTestApp();
    closing.push(() => app.close());
    const storage = await openStorage(bucket);
    const examineBucket = () => examineInstance({ ...instanceOf(app, null), storage, isBucket: true });
    const refused = await examineBucket();
    expect(of(refused, 'storage')).toMatch(/: The storage keeps conditions/);
    expect(of(refused, 'cors')).toMatch(/^fail: The bucket refuses uploads from pages of http:\/\/127/);
    const rule = { AllowedOrigins: [app.url], AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'] };
    await setBucketCors(bucket, { CORSRules: [rule] });
    expect(of(await examineBucket(), 'cors')).toMatch(/^fail: The bucket doesn't expose ETag/);
    await setBucketCors(bucket, { CORSRules: [{ ...rule, ExposeHeaders: ['ETag'] }] });
    expect(of(await examineBucket(), 'cors')).toMatch(/^ok: The bucket takes uploads/);
    const wrong = await openStorage({ ...bucket, secretAccessKey: 'wrong' });
    const refusedKey = await examineInstance({ ...instanceOf(app, null), storage: wrong, isBucket: true });
    expect(of(refusedKey, 'storage')).toMatch(/^fail: .*(SignatureDoesNotMatch|403)/);
  });
});

describe('an embedded database', () => {
  it('is checked by the API that has it open, or else by the command', { tags: ['full'] }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-doctor-'));
    closing.push(() => rm(folder, { recursive: true }));
    const settings = { kind: 'pglite', directory: path.join(folder, 'database') } as const;
    const database = await openDatabase(settings, { log: silentLog });
    const app = await startTestApp({ database });
    const parts = ['database', 'migrations', 'clock', 'keys', 'jobs', 'mirrors'].map((part) => `${part} ok`);
    const instance = instanceOf(app, settings);
    await app.services.jobs.runDue(Date.now() + 600_000);
    expect(verdicts(await examineInstance(instance))).toEqual(expect.arrayContaining(parts));
    const elsewhere = { ...instance, urls: { ...instance.urls, api: `http://${await deadAddress()}` } };
    expect(of(await examineInstance(elsewhere), 'database')).toMatch(
      /^skip: .* is open in a running API, which can't be asked/,
    );
    await app.close();
    await database.close();
    const stopped = await examineInstance(instance);
    expect(verdicts(stopped)).toEqual(expect.arrayContaining([...parts, 'api fail']));
  });
});

it('gives up a check that hangs, without waiting for it with the others', async () => {
  const hangs = { name: 'hangs', advice: 'Cut it off.', run: () => new Promise<never>(() => undefined) };
  const works = {
    name: 'works',
    advice: '',
    run: async () => [{ check: 'works', verdict: 'ok', message: 'Fine.' } as const],
  };
  expect(await runChecks([hangs, works], 20)).toEqual([
    { check: 'hangs', verdict: 'fail', message: 'There was no answer within 0.02 seconds.', advice: 'Cut it off.' },
    { check: 'works', verdict: 'ok', message: 'Fine.' },
  ]);
});
