import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '@stele/snapshot';
import { build, createLogger, createServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stele } from '../src/vite/index.ts';
import { startGate } from './support/gate.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, entry, PROJECT, publish, putMirror } from './support/snapshots.ts';
import { storedPicture } from './support/stored-picture.ts';

const NAMES = ['STELE_URL', 'STELE_CONTENT_URL', 'STELE_PROJECT', 'STELE_TOKEN'] as const;

let site: Site;
let folder: string;

beforeEach(async () => {
  site = await startSite();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-vite-'));
  for (const name of NAMES) vi.stubEnv(name, undefined);
  const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
  await putMirror(site.storage, TOKEN, published);
  await mkdir(path.join(folder, 'settings'));
  await writeFile(path.join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(
    path.join(folder, 'main.js'),
    "import posts from 'virtual:stele/posts/en';\ndocument.title = posts.map(({ id }) => id).join();\nconsole.log(import.meta.env);",
  );
  const variables = [`http://127.0.0.1:9`, site.content.url, PROJECT, TOKEN];
  const text = NAMES.map((name, index) => `${name}=${variables[index]}\n`).join('');
  await writeFile(path.join(folder, 'settings', '.env.production'), text);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
  await rm(folder, { recursive: true });
});

describe('the plugin for Vite', () => {
  it("reads the site's .env files and content, keeps the token from browsers, and ends with what the API's outage means", async () => {
    const said: string[] = [];
    const warn = vi.spyOn(console, 'warn').mockImplementation((line: string) => void said.push(line));
    const after: string[] = [];
    await build({
      root: folder,
      envDir: 'settings',
      logLevel: 'silent',
      plugins: [
        stele({ cache: site.cache, retries: 0, report: false }),
        { name: 'last', writeBundle: () => void after.push(...said) },
      ],
    });
    warn.mockRestore();
    const [script = ''] = await readdir(path.join(folder, 'dist', 'assets'));
    const text = await readFile(path.join(folder, 'dist', 'assets', script), 'utf8');
    for (const { id } of entries(3)) expect(text).toContain(id);
    expect(text).not.toContain(TOKEN);
    const isLoud = (line: string): boolean => line.includes('THE API WAS DOWN DURING THIS BUILD');
    expect(after.filter(isLoud)).toEqual([]);
    expect(said.filter(isLoud)).toEqual([expect.stringContaining('found in the mirror')]);
    expect(said.at(-1)).toContain('THE API WAS DOWN');
  });

  it.each(['/site/', 'https://cdn.example/site/', '//cdn.example/site/'])(
    'copies what the site shows into it, below its base %s',
    async (base) => {
      const hero = await storedPicture(site.storage, 1);
      const shown = [entry(1, { hero } as unknown as Record<string, Json>)];
      await putMirror(
        site.storage,
        TOKEN,
        await publish(site.storage, 2, [{ collection: 'posts', locale: 'en', entries: shown }]),
      );
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      await writeFile(
        path.join(folder, 'main.js'),
        "import posts from 'virtual:stele/posts/en';\ndocument.body.append(new URL(posts[0].values.hero.url, location));",
      );
      await build({
        root: folder,
        base,
        envDir: 'settings',
        logLevel: 'silent',
        plugins: [stele({ cache: site.cache, retries: 0, report: false, assets: 'copy', strict: true })],
      });
      warn.mockRestore();
      const [script = ''] = await readdir(path.join(folder, 'dist', 'assets'));
      const text = await readFile(path.join(folder, 'dist', 'assets', script), 'utf8');
      expect(text).not.toContain(site.content.url);
      const [, before, file = ''] = /(["`])[^"`]*?(_stele\/ast_[^"`]+)/.exec(text) ?? [];
      expect(text).toContain(`${before}${base}${file}`);
      expect(await readFile(path.join(folder, 'dist', file), 'utf8')).toMatch(/ of picture 1$/);
    },
  );

  it.each(['./', ''])('refuses to copy for the relative base %j, which has no one address', async (base) => {
    const plugins = [stele({ cache: site.cache, retries: 0, report: false, assets: 'copy' })];
    const built = build({ root: folder, base, envDir: 'settings', logLevel: 'silent', plugins });
    await expect(built).rejects.toThrow("assets: 'copy' needs a base that begins with / or is a whole address.");
  });

  it('shows what is published while the site is developed', async () => {
    await copyFile(path.join(folder, 'settings', '.env.production'), path.join(folder, 'settings', '.env.development'));
    const plugin = stele({ cache: site.cache, retries: 0, refreshInterval: 250 });
    const server = await createServer({
      root: folder,
      envDir: 'settings',
      logLevel: 'silent',
      server: { port: 0 },
      plugins: [plugin],
    });
    await server.listen();
    const sent: unknown[] = [];
    const send = vi.spyOn(server.ws, 'send').mockImplementation((message: unknown) => void sent.push(message));
    const page = async () => (await server.transformRequest('virtual:stele/posts/en'))?.code ?? '';
    try {
      const titles = async (): Promise<string[]> =>
        [...(await page()).matchAll(/"title":"([^"]+)"/g)].map(([, title]) => title ?? '');
      expect(await titles()).toEqual(['Entry 0', 'Entry 1', 'Entry 2']);
      const next = await publish(site.storage, 2, [{ collection: 'posts', locale: 'en', entries: entries(4) }]);
      await putMirror(site.storage, TOKEN, next);
      await expect.poll(titles).toHaveLength(4);
      expect(sent).toEqual([{ type: 'full-reload' }]);
    } finally {
      send.mockRestore();
      await server.close();
    }
  });

  it('reads the .env files again when the server restarts, and shows a page again that could not be read', async () => {
    const variables = path.join(folder, '.env');
    const settings = `STELE_URL=http://127.0.0.1:9\nSTELE_PROJECT=${PROJECT}\nSTELE_TOKEN=${TOKEN}\n`;
    await writeFile(variables, `${settings}STELE_CONTENT_URL=http://127.0.0.1:9\n`);
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { port: 0 },
      plugins: [stele({ cache: false, retries: 0, refreshInterval: 250 })],
    });
    await server.listen();
    const page = async (): Promise<string> =>
      (await server.transformRequest('virtual:stele/posts/en').catch((error: Error) => ({ code: error.message })))
        ?.code ?? '';
    try {
      expect(await page()).toContain("can't be reached");
      await writeFile(variables, `${settings}STELE_CONTENT_URL=${site.content.url}\n`);
      await server.restart();
      const sent: unknown[] = [];
      vi.spyOn(server.ws, 'send').mockImplementation((message: unknown) => void sent.push(message));
      await site.content.stop();
      expect(await page()).toContain("can't be reached");
      await site.content.start();
      await expect.poll(() => sent).toContainEqual({ type: 'full-reload' });
      expect(await page()).toContain('Entry 0');
    } finally {
      vi.mocked(server.ws.send).mockRestore?.();
      await server.close();
    }
  });

  it('warns while the site is developed of what fails, and not that nothing is published yet', async () => {
    const api = await startGate(0);
    const refusals = (status: number, code: string): void => {
      api.intercept = (_request, response) => {
        const body = JSON.stringify({ error: { code, message: 'No.' } });
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        return true;
      };
    };
    refusals(404, 'snapshot.none_published');
    const said: string[] = [];
    const logger = createLogger('warn');
    logger.warn = (line) => void said.push(line);
    const options = { url: api.url, contentUrl: site.content.url, projectId: PROJECT, token: TOKEN, cache: site.cache };
    const server = await createServer({
      root: folder,
      configFile: false,
      customLogger: logger,
      server: { port: 0 },
      plugins: [stele({ ...options, retries: 0, refreshInterval: 250 })],
    });
    await server.listen();
    const notRefreshed = (): string[] => said.filter((line) => line.includes('Not refreshed'));
    try {
      await server.transformRequest('virtual:stele/posts/en');
      api.clear();
      await expect.poll(() => api.requests.length).toBeGreaterThan(1);
      expect(notRefreshed()).toEqual([]);
      refusals(403, 'some.code');
      await expect.poll(notRefreshed).toHaveLength(1);
    } finally {
      await server.close();
      await api.stop();
    }
  });
});
