import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    STELE_PREVIEW_SECRET: SECRET,
    STELE_ADMIN_URL: project.urls.admin,
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

interface Link {
  readonly id: string;
  readonly secret: string;
}

/** The cookies with which the route for drafts lets a visitor in. */
async function enter(query: string): Promise<string> {
  const answer = await fetch(`${url}/api/draft?${query}&to=/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/']);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

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
    const cookie = await enter(`secret=${encodeURIComponent(SECRET)}`);
    expect((await fetch(`${url}/api/draft?secret=wrong`)).status).toBe(401);
    const drafts = await page('/', { cookie });
    expect(snapshotOf(drafts)).toBe('drafts');
    expect(metaOf(drafts)).toBeUndefined();
    expect(drafts).toContain('Only a draft');
    expect(await page()).not.toContain('Only a draft');
    // Texts name their fields to editors only.
    expect(drafts).toMatch(/Only a draft\u200c[\ufe00-\ufe0f]+\u200c/);
    const [bypass = '', proof = ''] = [/__prerender_bypass=[^;]+/, /stele_preview=[^;]+/].map(
      (part) => part.exec(cookie)?.[0],
    );
    for (const less of ['__prerender_bypass=guessed', bypass, proof, `${bypass}; stele_preview=guessed`]) {
      expect(await page('/', { cookie: less })).not.toContain('Only a draft');
    }
  });

  it('shows by a preview link what that shares, marked and until it ends', async () => {
    const [one, other] = [await createPost('Shared draft'), await createPost('Another draft')];
    const share = (body: object): Promise<Link> =>
      project.asOwner('POST', `/projects/${project.id}/preview-links`, body);
    const [whole, single] = [await share({}), await share({ entry_id: one })];
    const cookies = [await enter(`link=${whole.secret}`), await enter(`link=${single.secret}`)];
    const [all, only] = await Promise.all(cookies.map((cookie) => page('/', { cookie })));
    expect(all).toMatch(/<div role="status"[^>]*>Preview, until [^<]+ UTC<\/div>/);
    for (const title of ['Shared draft', 'Another draft']) expect(all).toContain(title);
    expect(all).not.toContain('\u200c');
    expect(only).toContain('Shared draft');
    expect(only).not.toContain('Another draft');
    expect(await page(`/posts/${other}`, { cookie: cookies[0] ?? '' })).toContain('Another draft');
    expect(await page()).not.toContain('role="status"');

    await project.asOwner('DELETE', `/projects/${project.id}/preview-links/${whole.id}`);
    const ended = await page('/', { cookie: cookies[0] ?? '' });
    expect(ended).toContain('This preview has ended.');
    expect(ended).not.toContain('Shared draft');
    for (const link of [whole.secret, 'stl_view_x', '']) {
      expect((await fetch(`${url}/api/draft?link=${link}`)).status).toBe(410);
    }
    const led = async (to: string): Promise<string | null> =>
      (await fetch(`${url}/api/draft?link=${single.secret}&to=${to}`, { redirect: 'manual' })).headers.get('location');
    for (const to of [
      '//evil.example',
      '/%09/evil.example',
      '/..//evil.example',
      'https://evil.example/a',
      '/%5Cevil.example',
    ]) {
      expect(await led(to), to).toBe(to.startsWith('/..') ? '/evil.example' : '/');
    }
    expect(await led(encodeURIComponent('/posts/ü 日?a=1#b'))).toBe('/posts/%C3%BC%20%E6%97%A5?a=1#b');
  });

  it('prints no secret', () => {
    for (const secret of [...Object.values(project.tokens), SECRET]) expect(output).not.toContain(secret);
  });
});
