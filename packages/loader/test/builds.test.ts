import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleProgram } from '@stele/testing/bundle-program';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { steleBuild } from '../src/astro/index.ts';
import { buildContextOf } from '../src/builds/build-context.ts';
import { isLocalAddress, tellLocalAddresses } from '../src/builds/local-address.ts';
import { createLoader, type LoaderOptions, reportBuild, snapshotMeta } from '../src/index.ts';
import { consoleLog } from '../src/log.ts';
import { snapshotMetadata, snapshotRoute } from '../src/next/snapshot-route.ts';
import { stele } from '../src/vite/index.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, putMirror } from './support/snapshots.ts';

const EN = { locale: 'en' };
const DEPLOYMENT = 'dep_01kah520h7k4m9p3s6v8w2xqjf';

let site: Site;
let api: Server;
let url: string;
let snapshotId: string;
let reports: { path: string; authorization: string | undefined; body: Record<string, unknown> }[];
let answerReport: (response: ServerResponse) => void;

/** An API that takes reports, and has the mirror tell what is live. */
beforeEach(async () => {
  site = await startSite();
  reports = [];
  answerReport = (response) => response.end('{"target_id":null}');
  api = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(503).end();
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { url: at = '', headers } = request;
      reports.push({ path: at, authorization: headers.authorization, body: JSON.parse(text) });
      answerReport(response);
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
  await putMirror(site.storage, TOKEN, published);
  snapshotId = published.manifest.snapshot_id;
  forget();
});
afterEach(async () => {
  forget();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await site.close();
});

/** Forgets what this process has read. */
const forget = (): void => void Reflect.deleteProperty(globalThis, Symbol.for('stele.builds'));
const loader = (options: LoaderOptions = {}) =>
  site.loader({ url, token: TOKEN, retries: 0, report: { environment: 'preview' }, ...options });
const phases = () => reports.map(({ body }) => body.phase);
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a build', () => {
  it('reports once what it reads, and that it ended when asked to', async () => {
    const reading = loader({ report: { environment: 'preview', deploymentId: DEPLOYMENT } });
    await reading.load('posts', EN);
    await reading.load('posts', EN);
    await loader().load('posts', EN);
    await until(() => reports.length > 0);
    await reportBuild('finished');
    const report = { snapshot_id: snapshotId, environment: 'preview', deployment_id: DEPLOYMENT };
    expect(reports).toEqual(
      ['started', 'finished'].map((phase) => ({
        path: `/v1/projects/${PROJECT}/builds`,
        authorization: `Bearer ${TOKEN}`,
        body: { ...report, phase },
      })),
    );
  });

  it('reports nothing when that is turned off, and when it reads one certain snapshot', async () => {
    await loader({ report: false }).load('posts', EN);
    const pinned = site.loader({ snapshot: snapshotId, report: true });
    await pinned.load('posts', EN);
    await reportBuild('finished');
    expect(reports).toEqual([]);
  });

  it('goes on when the report is refused, breaks off, or gets no connection', async () => {
    for (const answer of [
      (response: ServerResponse) => response.writeHead(500).end(),
      (response: ServerResponse) => response.socket?.destroy(),
    ]) {
      forget();
      answerReport = answer;
      expect(await loader().load('posts', EN)).toHaveLength(3);
      await reportBuild('failed');
    }
    expect(phases()).toContain('failed');
    forget();
    expect(await loader({ url: 'http://127.0.0.1:9' }).load('posts', EN)).toHaveLength(3);
    await reportBuild('finished');
  });

  const run = async (options: object): Promise<string> => {
    const child = await bundleProgram(path.join(import.meta.dirname, 'children', 'report-build.ts'));
    const common = { url, token: TOKEN, contentUrl: site.content.url, projectId: PROJECT, retries: 0, cache: false };
    const args = [child, JSON.stringify({ ...common, ...options })];
    return (await promisify(execFile)(process.execPath, args)).stdout;
  };

  it('ends though nothing ever answers its reports', { tags: ['full'] }, async () => {
    answerReport = () => undefined;
    expect(await run({ report: true })).toBe('built');
    expect(await run({ report: true, ends: true })).toBe('built');
    expect(phases()).toContain('finished');
  });
});

describe('the plugin for Vite', () => {
  const fail = (): never => {
    throw new Error('Failed on purpose.');
  };
  const cases: [string, 'finished' | 'failed', Omit<Plugin, 'name'>][] = [
    ['once that it finished', 'finished', {}],
    ['a failure at the end of reading', 'failed', { buildEnd: fail }],
    ['a failure in renderChunk', 'failed', { renderChunk: fail }],
    ['a failure in generateBundle', 'failed', { generateBundle: fail }],
    ['a failure in writeBundle', 'failed', { writeBundle: fail }],
    ['a failure in a late writeBundle', 'failed', { writeBundle: { order: 'post', handler: fail } }],
  ];
  it.each(cases)('reports %s', async (_what, phase, hooks) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-vite-'));
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      await writeFile(path.join(folder, 'main.js'), "import posts from 'virtual:stele/posts/en';\nconsole.log(posts);");
      const options = { url, contentUrl: site.content.url, projectId: PROJECT, token: TOKEN, cache: site.cache };
      const built = build({
        root: folder,
        logLevel: 'silent',
        build: { rollupOptions: { input: path.join(folder, 'main.js') } },
        plugins: [{ name: 'other', ...hooks }, stele({ ...options, retries: 0, report: { environment: 'preview' } })],
      });
      const outcome = await built.then(
        () => 'finished',
        () => 'failed',
      );
      expect([outcome, phases().filter((one) => one !== 'started')]).toEqual([phase, [phase]]);
    } finally {
      vi.unstubAllEnvs();
      warn.mockRestore();
      await rm(folder, { recursive: true });
    }
  });
});

describe('whether builds report', () => {
  const on = (env: Record<string, string>, option?: boolean) => buildContextOf(option, env) !== null;

  it('goes by the option, then by STELE_REPORT, then by CI', () => {
    expect([on({}), on({ CI: '1' }), on({ CI: 'true' }), on({ CI: 'false' })]).toEqual([false, true, true, false]);
    expect([on({ CI: '1', STELE_REPORT: '0' }), on({ STELE_REPORT: '1' })]).toEqual([false, true]);
    expect([on({ CI: '1' }, false), on({ STELE_REPORT: '0' }, true)]).toEqual([false, true]);
  });

  it('knows what platforms say of the build', () => {
    const context = (env: Record<string, string>) => buildContextOf(true, env);
    expect(context({})).toEqual({ environment: 'production', deploymentId: null });
    expect(context({ VERCEL_ENV: 'preview' })?.environment).toBe('preview');
    expect(context({ NETLIFY: 'true', CONTEXT: 'deploy-preview' })?.environment).toBe('deploy-preview');
    expect(context({ CONTEXT: 'something else' })?.environment).toBe('production');
    expect(context({ VERCEL_ENV: 'preview', STELE_ENVIRONMENT: 'docs' })?.environment).toBe('docs');
    expect(context({ STELE_DEPLOYMENT: DEPLOYMENT })?.deploymentId).toBe(DEPLOYMENT);
    const body = encodeURIComponent(JSON.stringify({ stele: { deployment_id: DEPLOYMENT } }));
    expect(context({ INCOMING_HOOK_BODY: body })?.deploymentId).toBe(DEPLOYMENT);
    expect(context({ INCOMING_HOOK_TITLE: `Stele ${DEPLOYMENT}` })?.deploymentId).toBe(DEPLOYMENT);
    expect(context({ STELE_DEPLOYMENT: 'x', INCOMING_HOOK_BODY: '{' })?.deploymentId).toBeNull();
  });
});

describe('a website says what it was built from', () => {
  it('in a file that the integration for Astro writes, which reports the end of the build', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-build-'));
    await loader().load('posts', EN);
    const done = steleBuild().hooks['astro:build:done'] as unknown as (options: { dir: URL }) => Promise<void>;
    await done({ dir: pathToFileURL(`${folder}/`) });
    const file = JSON.parse(await readFile(path.join(folder, '.well-known', 'stele.json'), 'utf8'));
    expect(file).toEqual({ snapshot_id: snapshotId, published_at: expect.any(String) });
    expect(phases()).toContain('finished');
    await rm(folder, { recursive: true });
  });

  it('and loudly when its files point to a host that visitors cannot reach, or fails then', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-build-'));
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const tell = (strict?: boolean) => tellLocalAddresses(folder, consoleLog, strict);
    try {
      const picture = (host: string) => `<img src="${host}/${PROJECT}/media/ast_1/0123456789abcdef01234567/a.jpg">`;
      const page = `${picture('https://content.example')} Open http://localhost:3000/prj_1/ and see.`;
      await writeFile(path.join(folder, 'index.html'), page);
      await tell();
      expect(warn).not.toHaveBeenCalled();
      await mkdir(path.join(folder, 'blog.html'));
      for (const name of ['a.html', 'b.html', 'c.js', 'd.css', 'e.jpg']) {
        await writeFile(path.join(folder, 'blog.html', name), picture(site.content.url));
      }
      await tell();
      const message = `THE BUILT WEBSITE POINTS TO ${site.content.url}`;
      expect(warn.mock.calls).toEqual([[expect.stringContaining(message)]]);
      expect(warn.mock.calls[0]?.[0]).toContain(
        "It's in blog.html/a.html, blog.html/b.html, blog.html/c.js and 1 more.",
      );
      await expect(tell(true)).rejects.toThrow(message);
      vi.stubEnv('STELE_STRICT', '1');
      await expect(tell()).rejects.toThrow(message);
    } finally {
      warn.mockRestore();
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ['http://localhost:3102', true],
    ['http://127.0.0.1:3102', true],
    ['http://[::1]:3102', true],
    ['http://192.168.1.7', true],
    ['https://stele.internal/content', true],
    ['http://stele:3102', true],
    ['http://stele.:3102', true],
    ['http://0.0.0.0:3102', true],
    ['http://[::]:3102', true],
    ['http://[::ffff:10.0.0.5]', true],
    ['http://100.64.0.1', true],
    ['http://nas.lan', true],
    ['http://nas.home.arpa', true],
    ['http://nas.home', true],
    ['http://stele.test', true],
    ['https://100.128.0.1', false],
    ['https://[2606:4700::1111]', false],
    ['https://[::ffff:1.1.1.1]', false],
    ['https://lan.example.org', false],
    ['https://172.32.0.1', false],
    ['https://content.example.org', false],
    ['https://localhost.example.org', false],
  ])('%s is local: %s', (url, isLocal) => {
    expect(isLocalAddress(url)).toBe(isLocal);
  });

  it('in a meta element, and with Next.js in metadata and a route', async () => {
    const reading = loader({ report: false });
    expect(await snapshotMeta(reading)).toEqual({ name: 'stele-snapshot', content: snapshotId });
    expect(await snapshotMetadata(reading)).toEqual({ other: { 'stele-snapshot': snapshotId } });
    const answer = await snapshotRoute(reading)();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ snapshot_id: snapshotId });
    const drafts = { snapshot: () => createDrafts().snapshot() };
    expect(await snapshotMeta(drafts)).toBeNull();
    expect(await snapshotMetadata(drafts)).toEqual({});
    expect(await (await snapshotRoute(drafts)()).json()).toEqual({ snapshot_id: null, published_at: null });
  });
});

const createDrafts = () =>
  createLoader({ url, token: TOKEN, contentUrl: site.content.url, projectId: PROJECT, drafts: true, log: false });
