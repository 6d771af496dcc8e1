import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../packages/core/test/support/free-ports.ts';
import { untilAnswers } from './support/processes.ts';
import { useProject } from './support/project.ts';

const APP = path.join(import.meta.dirname, 'next-app');
const NEXT = path.join(import.meta.dirname, 'node_modules', 'next', 'dist', 'bin', 'next');
const SECRET = 'a secret for webhooks';

const project = useProject();
let env: NodeJS.ProcessEnv;
let site: ChildProcess;
let url: string;
let output = '';

beforeAll(async () => {
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ...project.variables,
    STELE_DRAFT_TOKEN: project.tokens.read_draft,
    STELE_REVALIDATE_SECRET: SECRET,
  };
  await rm(path.join(APP, '.next'), { recursive: true, force: true });
  const [code] = await once(next('build'), 'close');
  if (code !== 0) throw new Error(`next build failed:\n${output}`);
  const [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}`;
  site = next('start', '--port', String(port), '--hostname', '127.0.0.1');
  await untilAnswers(url, site, () => `next start failed:\n${output}`);
});
afterAll(async () => {
  if (site && site.exitCode === null) {
    const closed = once(site, 'close');
    site.kill();
    await closed;
  }
  await rm(path.join(APP, '.next'), { recursive: true, force: true });
});

function next(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [NEXT, ...args], { cwd: APP, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  return child;
}

const createPost = (title: string): Promise<string> =>
  project.create('posts', { en: { title, slug: title.toLowerCase().replaceAll(' ', '-') } });

const page = async (to = '/', headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(url + to, { headers })).text();
const snapshotOf = (html: string): string | undefined => /data-snapshot="([^"]+)"/.exec(html)?.[1];
const metaOf = (html: string): string | undefined => /<meta name="stele-snapshot" content="([^"]+)"/.exec(html)?.[1];
const shownSnapshot = async (): Promise<unknown> =>
  ((await (await fetch(`${url}/.well-known/stele.json`)).json()) as { snapshot_id: unknown }).snapshot_id;
const liveSnapshot = async (): Promise<unknown> => (await project.api('GET', '/snapshot/latest')).snapshot_id;
const revalidate = (secret: string): Promise<Response> =>
  fetch(`${url}/api/revalidate`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } });

describe('a site of Next.js', () => {
  it('is built from the published content, each collection loaded once for a page', async () => {
    expect(output).toMatch(/○ \/\s/);
    const html = await page();
    expect(snapshotOf(html)).toBe(await liveSnapshot());
    expect([metaOf(html), await shownSnapshot()]).toEqual([snapshotOf(html), snapshotOf(html)]);
    expect(html).toContain('data-once="true"');
    expect(html).toContain('<h2>');
  });

  it('shows later publications when a webhook with the secret came, and not before', async () => {
    const before = await liveSnapshot();
    const id = await createPost('Published later');
    expect((await fetch(`${url}/posts/${id}`)).status).toBe(404);
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    const now = await liveSnapshot();
    expect(now).not.toBe(before);

    for (const secret of ['', 'wrong', `${SECRET}!`]) expect((await revalidate(secret)).status).toBe(401);
    expect(snapshotOf(await page())).toBe(before);
    expect(await page()).not.toContain('Published later');

    const answer = await revalidate(SECRET);
    expect([answer.status, await answer.json()]).toEqual([200, { revalidated: true }]);
    const html = await page();
    expect(snapshotOf(html)).toBe(now);
    expect([metaOf(html), await shownSnapshot()]).toEqual([now, now]);
    expect(html).toContain('Published later');
    expect(await page(`/posts/${id}`)).toContain('Published later');
  });

  it('takes the secret in the address from callers that can only call addresses', async () => {
    const call = (secret: string): Promise<Response> =>
      fetch(`${url}/api/revalidate?secret=${encodeURIComponent(secret)}`, { method: 'POST' });
    expect((await call('wrong')).status).toBe(401);
    expect((await call(SECRET)).status).toBe(200);
  });

  it('shows drafts in draft mode, to no one else', async () => {
    await createPost('Only a draft');
    const cookie = (await fetch(`${url}/api/draft`)).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^__prerender_bypass=./);
    const drafts = await page('/', { cookie });
    expect(snapshotOf(drafts)).toBe('drafts');
    expect(metaOf(drafts)).toBeUndefined();
    expect(drafts).toContain('Only a draft');
    expect(await page()).not.toContain('Only a draft');
    expect(await page('/', { cookie: '__prerender_bypass=guessed' })).not.toContain('Only a draft');
  });

  it('prints no secret', () => {
    for (const secret of [...Object.values(project.tokens), SECRET]) expect(output).not.toContain(secret);
  });
});
