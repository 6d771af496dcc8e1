import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, PROJECT, publish, putMirror } from './support/snapshots.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let site: Site;

const PAGE = `---
import { getCollection } from 'astro:content';
const posts = await getCollection('posts');
---
<html><body>{posts.map((post) => <p>{post.data.title}</p>)}</body></html>`;

const CONFIG = `
  import { defineConfig } from 'astro/config';
  export default defineConfig({ devToolbar: { enabled: false } });`;

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  site = await startSite();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-astro-restart-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Writes a site whose one page shows the titles of the posts. @param astro a version for npm */
async function makeSite(astro: string): Promise<string> {
  const own = path.join(folder, astro);
  await mkdir(path.join(own, 'src', 'pages'), { recursive: true });
  await writeFile(path.join(own, 'package.json'), '{"type": "module", "private": true}');
  await run('npm', ['install', '--no-audit', '--no-fund', `astro@${astro}`, 'typescript@5'], { cwd: own });
  await mkdir(path.join(own, 'node_modules', '@stele'), { recursive: true });
  await symlink(PACKAGE, path.join(own, 'node_modules', '@stele', 'loader'));
  await writeFile(path.join(own, 'src', 'pages', 'index.astro'), PAGE);
  await writeFile(
    path.join(own, 'src', 'content.config.ts'),
    `import { defineCollection } from 'astro:content';
     import { createLoader } from '@stele/loader';
     import { steleLoader } from '@stele/loader/astro';
     const loader = createLoader({
       url: 'http://127.0.0.1:9', contentUrl: '${site.content.url}', projectId: '${PROJECT}', token: '${TOKEN}', retries: 0, cache: false,
     });
     export const collections = {
       posts: defineCollection({ loader: steleLoader({ loader, collection: 'posts', locales: ['en'], refreshInterval: 250 }) }),
     };`,
  );
  await writeFile(path.join(own, 'astro.config.mjs'), CONFIG);
  await writeFile(path.join(own, '.env'), 'SOMETHING=0\n');
  return own;
}

it.each([
  ['5', process.versions.node, ['astro.config.mjs', '.env']],
  // Astro 7 doesn't restart for `.env`.
  ['latest', '24', ['astro.config.mjs']],
] as const)(
  'shows what goes live after the server was restarted, in Astro %s on Node %s',
  async (astro, version, files) => {
    const own = await makeSite(astro);
    const { stdout } = await run('npx', ['--yes', `node@${version}`, '-p', 'process.execPath'], { cwd: folder });
    let number = 0;
    const goLive = async (title: string): Promise<void> => {
      number += 1;
      const posts = { collection: 'posts', locale: 'en', entries: [entry(1, { slug: 'a', title })] };
      await putMirror(site.storage, TOKEN, await publish(site.storage, number, [posts]));
    };
    await goLive('first');
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: 'development' as const,
      ASTRO_TELEMETRY_DISABLED: '1',
    };
    const installed = path.join(own, 'node_modules', 'astro');
    const { bin } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
      bin: { astro: string };
    };
    const command = [path.join(installed, bin.astro), 'dev', '--port', String(port)];
    const dev: ChildProcess = spawn(stdout.trim(), command, { cwd: own, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text.toString();
      });
    const ended = new Promise((resolve) => dev.once('close', resolve));
    const page = async (): Promise<string> =>
      fetch(`http://localhost:${port}/`).then(
        (answer) => answer.text(),
        () => said,
      );
    try {
      await expect.poll(page).toContain('<p>first</p>');
      await goLive('second');
      await expect.poll(page).toContain('<p>second</p>');
      for (const file of files) {
        const before = said.length;
        await appendFile(path.join(own, file), '\n');
        const title = `after ${file}`;
        await expect.poll(() => said.slice(before)).toMatch(/restart/i);
        await goLive(title);
        await expect.poll(page).toContain(`<p>${title}</p>`);
      }
    } finally {
      dev.kill('SIGTERM');
      await ended;
    }
  },
);
