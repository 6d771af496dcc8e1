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
/** Of the snapshots so far: all sites share a content host. */
let number = 0;

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  site = await startSite();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-dev-servers-'));
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

/** Files of a site whose one page shows the titles of the posts. */
const ASTRO = {
  'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
const posts = await getCollection('posts');
---
<html><body>{posts.map((post) => <p>{post.data.title}</p>)}</body></html>`,
  'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { createLoader, steleLoader } from '@stele/loader/astro';
const loader = createLoader({ retries: 0, cache: false });
export const collections = {
  posts: defineCollection({ loader: steleLoader({ loader, collection: 'posts', locales: ['en'], refreshInterval: 250 }) }),
};`,
  'astro.config.mjs': `
import { defineConfig } from 'astro/config';
export default defineConfig({ devToolbar: { enabled: false } });`,
};
const VITE = {
  'index.html': '<script type="module" src="/main.js"></script>',
  'main.js': "import posts from 'virtual:stele/posts/en';\ndocument.title = posts[0].values.title;",
  'vite.config.js': `
import { stele } from '@stele/loader/vite';
export default { plugins: [stele({ refreshInterval: 250, retries: 0, cache: false })] };`,
};

/** A tool with a development server. */
interface Tool {
  readonly name: string;
  readonly version: string;
  readonly node: string;
  readonly files: Readonly<Record<string, string>>;
  /** Files whose changes restart the server. */
  readonly restarting: readonly string[];
  /** A module of the page. */
  readonly page: string;
  readonly shown: string;
}

const TOOLS: readonly Tool[] = [
  { name: 'astro', version: '5', node: process.versions.node, restarting: ['astro.config.mjs', '.env'] },
  // Astro 7 doesn't restart for `.env`.
  { name: 'astro', version: 'latest', node: '24', restarting: ['astro.config.mjs'] },
].map((tool) => ({ ...tool, files: ASTRO, page: 'src/pages/index.astro', shown: '' }));
const PLAIN: Tool = {
  name: 'vite',
  version: 'latest',
  node: process.versions.node,
  restarting: ['vite.config.js', '.env'],
  files: VITE,
  page: 'main.js',
  shown: '@id/__x00__virtual:stele/posts/en',
};

/** Installs a tool and writes a site for it. @returns the site's folder, and the tool's program */
async function makeSite({ name, version, files }: Tool): Promise<{ own: string; program: string }> {
  const own = path.join(folder, `${name}-${version}`);
  const settings = { URL: 'http://127.0.0.1:9', CONTENT_URL: site.content.url, PROJECT, TOKEN };
  const env = Object.entries(settings).map(([key, value]) => `STELE_${key}=${value}\n`);
  const all = { ...files, '.env': env.join(''), 'package.json': '{"type": "module", "private": true}' };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(own, file)), { recursive: true });
    await writeFile(path.join(own, file), text);
  }
  await run('npm', ['install', '--no-audit', '--no-fund', `${name}@${version}`, 'typescript@5'], { cwd: own });
  await mkdir(path.join(own, 'node_modules', '@stele'), { recursive: true });
  await symlink(PACKAGE, path.join(own, 'node_modules', '@stele', 'loader'));
  const installed = path.join(own, 'node_modules', name);
  const { bin } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  return { own, program: path.join(installed, bin[name]) };
}

it.each([...TOOLS, PLAIN])('shows what goes live whatever happened, in $name $version on Node $node', async (tool) => {
  const { own, program } = await makeSite(tool);
  const { stdout } = await run('npx', ['--yes', `node@${tool.node}`, '-p', 'process.execPath'], { cwd: folder });
  const goLive = async (title: string): Promise<void> => {
    number += 1;
    const posts = { collection: 'posts', locale: 'en', entries: [entry(1, { slug: 'a', title })] };
    await putMirror(site.storage, TOKEN, await publish(site.storage, number, [posts]));
  };
  await goLive('first');
  const port = await freePort();
  const env = { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'development' as const, ASTRO_TELEMETRY_DISABLED: '1' };
  const command = [program, ...(tool.name === 'astro' ? ['dev'] : []), '--port', String(port)];
  const dev: ChildProcess = spawn(stdout.trim(), command, { cwd: own, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text.toString();
    });
  const ended = new Promise((resolve) => dev.once('close', resolve));
  const page = (): Promise<string> =>
    fetch(`http://localhost:${port}/${tool.shown}`).then(
      (answer) => answer.text(),
      () => said,
    );
  const showsNext = async (title: string): Promise<void> => {
    await goLive(title);
    await expect.poll(page).toContain(title);
  };
  try {
    await expect.poll(page).toContain('first');
    await showsNext('second');
    for (const file of tool.restarting) {
      const before = said.length;
      await appendFile(path.join(own, file), '\n');
      await expect.poll(() => said.slice(before)).toMatch(/restart/i);
      await showsNext(`after ${file}`);
    }
    await appendFile(path.join(own, tool.page), '\n');
    await showsNext('after a page was saved');

    dev.kill('SIGSTOP');
    await goLive('while the machine slept');
    dev.kill('SIGCONT');
    await expect.poll(page).toContain('while the machine slept');

    await site.content.stop();
    await expect.poll(() => said).toMatch(/can't be reached/);
    await site.content.start();
    await showsNext('after the host was away');
  } finally {
    dev.kill('SIGTERM');
    await ended;
  }
});
