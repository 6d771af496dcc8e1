// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { rawRequest } from '@stele/testing/raw-request';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const app = path.join(import.meta.dirname, '..');
const NEXT = path.join(app, 'node_modules', 'next', 'dist', 'bin', 'next');
const SECURITY = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
  'cache-control',
];
const ending: (() => Promise<void>)[] = [];

beforeAll(() => {
  if (!existsSync(path.join(app, 'dist', 'main.js'))) throw new Error('Build the app first: pnpm build.');
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts the API's own server, or Next alone, on a data folder. */
async function start(kind: 'server' | 'next', data: string, settings: Record<string, string> = {}): Promise<Server> {
  const [port = 0] = await freePorts(1);
  const args =
    kind === 'server' ? ['dist/main.js'] : [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'];
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    API_PORT: String(port),
    STELE_DATA_DIR: data,
    ...settings,
  };
  const child = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  ending.push(() => stop(child));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return { url, child, output: () => output };
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not start:\n${output}`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-api-'));
  ending.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns the body of an answer that is a success */
async function send(url: string, options: RequestOptions, body: string): Promise<string> {
  const sending = request(url, options);
  sending.end(body);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${text}`);
  return text;
}

async function adminToken(data: string): Promise<{ project: string; headers: Record<string, string> }> {
  const instance = JSON.parse(await readFile(path.join(data, 'instance.json'), 'utf8')) as {
    project_id: string;
    tokens: { admin: string };
  };
  const headers = { authorization: `Bearer ${instance.tokens.admin}`, 'content-type': 'application/json' };
  return { project: instance.project_id, headers };
}

describe('the API app', () => {
  it('answers the same from its own server and from Next alone, one after the other on one data folder', async () => {
    const data = await newFolder();
    const answers: unknown[] = [];
    for (const kind of ['server', 'next'] as const) {
      const { url, child } = await start(kind, data, { API_URL: 'http://api.test', STELE_SEED: '1' });
      const { project, headers } = await adminToken(data);
      const get = async (address: string, init: RequestInit = {}) => {
        const response = await fetch(url + address, { redirect: 'manual', ...init });
        return {
          status: response.status,
          type: response.headers.get('content-type'),
          id: response.headers.has('x-request-id'),
          headers: SECURITY.map((name) => response.headers.get(name)?.replace(/'nonce-[^']+'/, '')),
          text: (await response.text()).replace(/nonce="[^"]+"/g, ''),
        };
      };
      const body = JSON.stringify({ collection_key: 'posts', values: { fr: {} } });
      answers.push([
        await get('/v1/openapi.json'),
        await get(`/v1/projects/${project}/snapshot/latest`, { headers }),
        await get(`/v1/projects/${project}/entries`, { method: 'POST', headers, body }),
        await get('/v1/nope'),
        await get('/v1/tokens/me', { method: 'DELETE' }),
        await get('/v1/%ff'),
        await get(`/v1/projects/%ff/entries?x=%ff`, { headers }),
        await get('/auth/sign-in/%ff', { method: 'POST' }),
        await get('/auth/sign-up/email', { method: 'POST' }),
        await get('/livez'),
        await get('/trpc/instance.status?input=%7B%7D'),
        await get('/'),
        await get('/docs'),
        await get('/nope'),
        await get('/%ff'),
      ]);
      await stop(child);
    }
    const [server, next] = answers as { status: number; text: string }[][];
    expect(server?.map(({ status }) => status)).toEqual([
      200, 200, 400, 404, 405, 404, 404, 404, 404, 200, 200, 200, 200, 404, 404,
    ]);
    expect(next).toEqual(server);
  });

  it.each(['server', 'next'] as const)('gives pages a policy whose nonce their scripts have: %s', async (kind) => {
    const { url } = await start(kind, await newFolder(), {
      API_URL: 'https://api.test',
      CONTENT_URL: 'http://content.test/a&b',
    });
    const nonces = new Set<string>();
    for (const path of ['/', '/docs', '/nope', '/']) {
      const page = await fetch(url + path, { headers: { 'x-nonce': 'known-to-somebody' } });
      const policy = page.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|https?:|\*/);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      const text = await page.text();
      const scripts = text.match(/<script\b[^>]*>/g) ?? [];
      expect([path, scripts.length]).toEqual([path, path === '/docs' ? 2 : 0]);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
      expect(text).not.toContain('known-to-somebody');
      if (path === '/') expect(text).toContain('at http://content.test/a&#38;b');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('has the script of its reference compressed, and sends it once', async () => {
    const { url } = await start('server', await newFolder());
    const sizes: number[] = [];
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { status, headers, text } = await rawRequest(url, '/reference/scalar.js', {
        headers: { 'accept-encoding': encoding },
      });
      expect([encoding, status, headers['content-encoding'] ?? 'identity']).toEqual([encoding, 200, encoding]);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
      sizes.push(Number(headers['content-length']));
      const again = await rawRequest(url, '/reference/scalar.js', {
        headers: { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) },
      });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(text.length).toBeGreaterThan(100_000);
    }
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  });

  it('counts attempts to sign in by the connection, and where Next hides it by account alone', async () => {
    const data = await newFolder();
    for (const kind of ['server', 'next'] as const) {
      const { url, child } = await start(kind, data);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) {
        const response = await fetch(`${url}/auth/sign-in/email`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `203.0.113.${n}`,
            'x-stele-client-address': `203.0.113.${n}`,
          },
          body: JSON.stringify({ email: 'nobody@example.org', password: 'a wrong password' }),
        });
        statuses.push(response.status);
      }
      expect([kind, statuses]).toEqual([kind, [...Array(10).fill(401), 429]]);
      await stop(child);
    }
  });

  it('prints a set-up code when there is no owner and no demo, and takes it', async () => {
    const { url, output } = await start('server', await newFolder(), { STELE_SEED: '0' });
    const code = /with the code (\S+)/.exec(output())?.[1];
    const response = await fetch(`${url}/v1/instance/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
    });
    expect(response.status).toBe(201);
  });

  it('ends when asked with nothing lost: it answers what it has taken on, ends event streams, and closes connections', async () => {
    const data = await newFolder();
    const limits = { STELE_LIMITS: 'entry.create=100000' };
    const { url, child } = await start('server', data, limits);
    const { project, headers } = await adminToken(data);
    const stream = await fetch(`${url}/v1/projects/${project}/events`, { headers });
    const streamed = stream.text();
    const acknowledged: string[] = [];
    const body = JSON.stringify({ collection_key: 'posts', values: { en: {} } });
    /** Creates entries on one connection, until no server takes any. @returns why it ended */
    const createAll = async (): Promise<string> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        try {
          const answer = await send(`${url}/v1/projects/${project}/entries`, { agent, headers, method: 'POST' }, body);
          acknowledged.push((JSON.parse(answer) as { id: string }).id);
          if (acknowledged.length === 40) child.kill('SIGTERM');
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? String(error);
        }
      }
    };
    const exited = once(child, 'exit');
    expect(new Set(await Promise.all(Array.from({ length: 8 }, createAll)))).toEqual(new Set(['ECONNREFUSED']));
    expect(await streamed).toContain('retry:');
    expect(await exited).toEqual([0, null]);
    const again = await start('server', data);
    for (const id of acknowledged) {
      const found = await fetch(`${again.url}/v1/projects/${project}/entries/${id}`, { headers });
      expect([id, found.status]).toEqual([id, 200]);
    }
  });

  it('ends the start with a sentence when a setting is wrong or the data folder is in use', async () => {
    await expect(start('server', await newFolder(), { LOG_LEVEL: 'loud' })).rejects.toThrow(
      'The setting LOG_LEVEL is wrong',
    );
    const data = await newFolder();
    const { child } = await start('server', data);
    await expect(start('server', data)).rejects.toThrow(String(child.pid));
  });
});
