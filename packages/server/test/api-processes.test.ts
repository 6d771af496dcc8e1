import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEmptyServerDatabase, type ServerDatabase } from '@stele/core/testing/server-databases';
import { StreamListener } from '@stele/core/testing/stream-listener';
import { createTestBucket, testBucketFromEnv } from '@stele/storage/testing/test-bucket';
import { freePorts } from '@stele/testing/free-ports';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, '..', 'dist', 'main.js');
/** Processes of the API. */
const COUNT = rounds({ short: 2, long: 4 });
const EDITORS = 4;
/** Entries that each editor publishes, and when a process is killed: after so many of all. */
const EACH = rounds({ short: 6, long: 25 });
const KILL_AFTER = EACH;
const CHECKS_ALLOWED = 6;

const { TEST_DATABASE_URL: databaseServer, TEST_REDIS_URL: redis } = process.env;
const bucket = testBucketFromEnv(process.env);
const hasServices = Boolean(databaseServer && redis && bucket);
if (!hasServices) {
  process.stdout.write('skipped: several API processes (set TEST_DATABASE_URL, TEST_REDIS_URL and TEST_S3_ENDPOINT)\n');
}

interface Part {
  readonly url: string;
  readonly child: ChildProcess;
}

interface Instance {
  readonly project_id: string;
  readonly tokens: { readonly admin: string; readonly read_published: string };
}

describe.skipIf(!hasServices)('several API processes on one PostgreSQL, Redis and S3', () => {
  let folder: string;
  let database: ServerDatabase;
  let env: Record<string, string>;
  let instance: Instance;
  let content: string;
  let ports: number[];
  const apis: Part[] = [];
  const running = new Set<ChildProcess>();
  const listeners: StreamListener[] = [];

  beforeAll(async () => {
    if (!databaseServer || !redis || !bucket) return;
    folder = await mkdtemp(path.join(tmpdir(), 'stele-processes-'));
    database = await createEmptyServerDatabase(databaseServer);
    await createTestBucket(bucket);
    ports = await freePorts(COUNT + 1);
    content = `http://localhost:${ports[COUNT]}`;
    const secret = () => randomBytes(32).toString('base64url');
    env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis,
      S3_ENDPOINT: bucket.endpoint ?? '',
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      CONTENT_URL: content,
      STELE_DATA_DIR: folder,
      STELE_AUTH_SECRET: secret(),
      STELE_ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
      STELE_PROXY_SECRET: secret(),
      STELE_SEED: '1',
      STELE_LIMITS: `entry.publish=100000,entry.create=100000,entry.validate=${CHECKS_ALLOWED}`,
    };
    // The first one makes the tables and the demo project.
    apis[0] = await startApi(0);
    instance = JSON.parse(await readFile(path.join(folder, 'instance.json'), 'utf8'));
    const others = Array.from({ length: COUNT - 1 }, (_, index) => startApi(index + 1));
    apis.push(...(await Promise.all(others)));
    await start('content', content, { CONTENT_PORT: String(ports[COUNT]) });
  });
  afterAll(async () => {
    for (const listener of listeners) listener.close();
    const ends = [...running].map((child) => once(child, 'close'));
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(ends);
    await database?.drop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  function run(
    part: string,
    own: Readonly<Record<string, string>> = {},
  ): { child: ChildProcess; output: () => string } {
    const kept = Object.entries(process.env).filter(([name]) => !/^(STELE_|S3_|DATABASE_URL|API_|CONTENT_)/.test(name));
    const child = spawn(process.execPath, [PROGRAM, part], {
      cwd: folder,
      env: { ...Object.fromEntries(kept), ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text));
    return { child, output: () => output };
  }

  async function start(part: string, url: string, own: Readonly<Record<string, string>>): Promise<Part> {
    const { child, output } = run(part, own);
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`${part} ended: ${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { url, child };
  }

  const startApi = (index: number): Promise<Part> => {
    const url = `http://localhost:${ports[index]}`;
    return start('api', url, { API_PORT: String(ports[index]), API_URL: url });
  };

  /** Calls one of the processes. */
  function call(process: number, method: string, route: string, body?: object): Promise<Response> {
    return fetch(`${apis[process % COUNT]?.url}/v1/projects/${instance.project_id}${route}`, {
      method,
      headers: { authorization: `Bearer ${instance.tokens.admin}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** The same, at the next process when one doesn't answer, as a load balancer does it. */
  async function callAny(process: number, method: string, route: string, body?: object): Promise<Response> {
    for (let tries = 0; ; tries++) {
      try {
        return await call(process + tries, method, route, body);
      } catch (error) {
        if (tries === COUNT) throw error;
      }
    }
  }

  /** @returns the body of an answer that isn't an error */
  async function json(sent: Promise<Response>) {
    const answer = await sent;
    const text = await answer.text();
    expect(answer.ok, `${answer.status} ${text}`).toBe(true);
    return JSON.parse(text);
  }

  it('lose nothing when one is killed while editors write through all of them', async () => {
    const acknowledged: string[] = [];
    let killed: Promise<unknown> | undefined;
    const write = async (editor: number) => {
      for (let n = 0; n < EACH; n++) {
        const title = `Editor ${editor}, entry ${n}`;
        const made = callAny(editor + n, 'POST', '/entries', { collection_key: 'posts', values: { en: { title } } });
        const { id } = await json(made);
        const draft = { values: { en: { title: `${title}, saved` } }, base_version: 1 };
        const saved = await callAny(editor + n + 1, 'PUT', `/entries/${id}/draft`, draft);
        // A save whose answer was lost is there, and isn't made twice.
        expect([200, 409]).toContain(saved.status);
        const published = await callAny(editor + n + 2, 'POST', `/entries/${id}/publish`, { locales: ['en'] });
        expect(published.status, await published.clone().text()).toBe(200);
        acknowledged.push(id);
        if (acknowledged.length === KILL_AFTER) {
          const { child } = apis[1] as Part;
          killed = once(child, 'close').then(async () => {
            apis[1] = await startApi(1);
          });
          child.kill('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: EDITORS }, (_, editor) => write(editor)));
    await killed;
    expect(acknowledged).toHaveLength(EDITORS * EACH);
    for (let index = 0; index < COUNT; index++) {
      const live = new Set<string>();
      for (let cursor = ''; ; ) {
        const query = `?collection=posts&status=published&limit=100${cursor && `&cursor=${cursor}`}`;
        const page = await json(call(index, 'GET', `/entries${query}`));
        for (const { id } of page.data) live.add(id);
        if (page.next_cursor === null) break;
        cursor = encodeURIComponent(page.next_cursor);
      }
      expect(acknowledged.filter((id) => !live.has(id))).toEqual([]);
    }
    const { content_base_url: base } = await json(call(0, 'GET', '/snapshot/latest'));
    const manifest = await json(fetch(`${base}/manifest.json`));
    expect(manifest).toMatchObject({ manifest_format: 1 });
  });

  it('take the two halves of an upload, and tell each other what was published', async () => {
    const listener = await StreamListener.open({ url: apis[1]?.url ?? '' }, instance.project_id, {
      headers: { authorization: `Bearer ${instance.tokens.admin}` },
      open: listeners,
    });
    const body = Buffer.from('%PDF-1.4\n%%EOF\n');
    const files = [{ filename: 'paper.pdf', mime: 'application/pdf', bytes: body.length }];
    const { uploads } = await json(call(0, 'POST', '/assets/uploads', { files }));
    const [{ asset_id: asset, uploadUrl, headers }] = uploads;
    const put = await fetch(uploadUrl, { method: 'PUT', headers, body });
    expect(put.ok).toBe(true);
    await expect
      .poll(async () => (await call(1, 'POST', `/assets/${asset}/complete`, {})).status, { timeout: 60_000 })
      .toBe(200);
    const ready = await json(call(0, 'GET', `/assets/${asset}`));
    expect(ready.sha256).toBe(createHash('sha256').update(body).digest('hex'));

    const { id } = await json(
      call(0, 'POST', '/entries', { collection_key: 'posts', values: { en: { title: 'Heard elsewhere' } } }),
    );
    await json(call(0, 'POST', `/entries/${id}/publish`, { locales: ['en'] }));
    const published = () => JSON.stringify(listener.told.filter(({ event }) => event === 'entry.published'));
    await expect.poll(published, { timeout: 30_000 }).toContain(id);
  });

  it('count a limit together', async () => {
    const check = (n: number) =>
      call(n, 'POST', '/entries/validate', { collection_key: 'posts', values: { en: { title: 'A' } } });
    const answers = await Promise.all(Array.from({ length: CHECKS_ALLOWED * 2 }, (_, n) => check(n)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(CHECKS_ALLOWED);
  });

  it('leave a whole instance behind', async () => {
    const { child, output } = run('verify');
    const [code] = await once(child, 'close');
    expect(code, output()).toBe(0);
  });
});
