import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../packages/core/test/support/free-ports.ts';

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
      const { url, child } = await start(kind, data, { API_URL: 'http://api.test' });
      const { project, headers } = await adminToken(data);
      const get = async (address: string, init: RequestInit = {}) => {
        const response = await fetch(url + address, { redirect: 'manual', ...init });
        return {
          status: response.status,
          type: response.headers.get('content-type'),
          id: response.headers.has('x-request-id'),
          headers: SECURITY.map((name) => response.headers.get(name)?.replace(/'nonce-[^']+'/, '')),
          text: await response.text(),
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
      ]);
      await stop(child);
    }
    const [server, next] = answers as { status: number; text: string }[][];
    expect(server?.map(({ status }) => status)).toEqual([200, 200, 400, 404, 405, 404, 404, 404, 404, 200, 200, 200]);
    expect(next?.slice(0, -1)).toEqual(server?.slice(0, -1));
  });

  it('gives pages a policy whose nonce their scripts have, another one each time', async () => {
    const { url } = await start('server', await newFolder(), { API_URL: 'https://api.test' });
    const nonces = new Set<string>();
    for (const path of ['/', '/docs', '/nope', '/']) {
      const page = await fetch(url + path);
      const policy = page.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|https?:|\*/);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(1);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    const forged = await fetch(`${url}/docs`, { headers: { 'x-nonce': 'known-to-somebody' } });
    expect(await forged.text()).not.toContain('known-to-somebody');
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

  it('shares one application between its server and the pages that Next draws', async () => {
    const data = await newFolder();
    const { url, output } = await start('server', data, { CONTENT_URL: 'http://content.shared.test' });
    // A second application in this process would find the embedded database locked.
    const page = await fetch(url);
    expect([page.status, (await page.text()).includes('http://content.shared.test')]).toEqual([200, true]);
    expect(output()).not.toContain('in use');
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

  it('ends the start with a sentence when a setting is wrong or the data folder is in use', async () => {
    await expect(start('server', await newFolder(), { LOG_LEVEL: 'loud' })).rejects.toThrow(
      'The setting LOG_LEVEL is wrong',
    );
    const data = await newFolder();
    const { child } = await start('server', data);
    await expect(start('server', data)).rejects.toThrow(String(child.pid));
  });
});
