import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { type MediaApp, startMediaApp } from '@stele/core/testing/media-app';
import { MediaProcessor } from '@stele/media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeAstroBlog } from './support/astro-blog.ts';
import { codeIn, decide } from './support/device-login.ts';
import { documentedCommands } from './support/documented-commands.ts';
import { writeNextBlog } from './support/next-blog.ts';
import { portsInARow } from './support/ports-in-a-row.ts';
import { TestSite } from './support/site.ts';
import { fromSource } from './support/spawned.ts';
import type { Workplace } from './support/stele.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const documented = await documentedCommands();

/** Commands on pages for the reader to run, in their order. */
const commandsOf = (...pages: readonly string[]): readonly string[] =>
  pages.flatMap((page) => documented.filter((one) => one.page === `docs/${page}`).map(({ command }) => command));

/** The server that pages name. */
const SERVER = 'https://cms.example.org';

const processor = new MediaProcessor({ log: { warn: () => undefined } });
let app: MediaApp;
let place: Workplace;
let site: TestSite;
let env: NodeJS.Dict<string>;
let running: ChildProcess | null;
let said: string;
/** Variables that the hosting platform was given. */
let hosted: NodeJS.Dict<string>;

beforeAll(async () => {
  app = await startMediaApp({ mediaProcessor: processor, adminUrl: 'http://localhost:4001' });
});
afterAll(async () => {
  await app.close();
  await processor.close();
});
beforeEach(async () => {
  if (!existsSync(path.join(PACKAGES, 'server', 'dist', 'apps')))
    throw new Error('Build the server first: pnpm build.');
  running = null;
  said = '';
  hosted = {};
  site = await TestSite.make(app);
  ({ place } = site);
});
afterEach(async () => {
  await stop();
  await place.remove();
});

/** Installs packages of the loader's own tests and what the page says. The framework's command goes to a port of its own. */
async function install(framework: string, script: string, packages: readonly string[], flags = ''): Promise<string> {
  await site.install(packages);
  const modules = path.join(place.folder, 'node_modules');
  for (const name of ['cli', 'schema', 'server']) {
    if (!existsSync(path.join(modules, '@stele', name))) {
      await symlink(path.join(PACKAGES, name), path.join(modules, '@stele', name));
    }
  }
  const first = await portsInARow(4);
  const port = first + 3;
  await mkdir(path.join(modules, '.bin'), { recursive: true });
  const own = `case "$1" in dev|--serve) set -- "$@" --port=${port};; esac\nexec "$NODE" node_modules/${script} "$@" ${flags}`;
  await write(framework, own);
  await write('stele', `exec "$NODE" ${fromSource.join(' ')} "$@"`);
  await place.write('.env', `STELE_URL=http://localhost:${first}\n`);
  env = {
    PATH: [path.join(modules, '.bin'), process.env.PATH].join(path.delimiter),
    HOME: place.folder,
    NODE: process.execPath,
    CI: '',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  return `http://localhost:${port}`;
}

async function write(name: string, shell: string): Promise<void> {
  // The package manager put a link there.
  await rm(path.join(place.folder, 'node_modules/.bin', name), { force: true });
  const file = await place.write(`node_modules/.bin/${name}`, `#!/bin/bash\n${shell}\n`);
  await chmod(file, 0o755);
}

/**
 * Runs a command as it stands, in the folder of the site.
 *
 * @param onText told of all that was said so far, as it's said
 * @returns the command's output
 */
async function run(command: string, onText: (said: string) => void = () => undefined): Promise<string> {
  const words = command.replace(/^((?:\w+=\S+ )*)npx /, '$1').replaceAll(SERVER, app.url);
  const child = spawn('bash', ['-c', words], { cwd: place.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      onText(texts[name]);
    });
  }
  const [code] = await once(child, 'close');
  expect([code, code === 0 ? '' : texts], command).toEqual([0, '']);
  return texts.stdout;
}

/** Signs in at the server, while a person allows it in the browser. */
async function logIn(command: string): Promise<void> {
  const person = await app.person();
  let allowed: Promise<void> | undefined;
  await run(`${command} --no-browser`, (text) => {
    const code = codeIn(text);
    if (code !== undefined) allowed ??= decide({ url: app.url, person }, code, 'allow');
  });
  await allowed;
}

/** Starts a command that runs until it's stopped, and waits for a page. */
async function start(command: string, page: string, text: string): Promise<void> {
  await stop();
  said = '';
  const words = command.replaceAll('npx ', '');
  running = spawn('bash', ['-c', words], { cwd: place.folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (data) => (said += String(data)));
  for (;;) {
    const html = await fetch(page).then(
      (answer) => answer.text(),
      () => '',
    );
    if (html.includes(text)) return;
    if (running.exitCode !== null) throw new Error(`${command} ended:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Presses Ctrl-C. */
async function stop(): Promise<void> {
  if (running?.pid === undefined || running.exitCode !== null) return;
  const ended = once(running, 'exit');
  process.kill(-running.pid, 'SIGINT');
  await ended;
}

/** Runs each command of a page. @param texts the texts that the page shows after each `stele dev` */
async function follow(commands: readonly string[], page: string, texts: readonly string[]): Promise<void> {
  const left = [...texts];
  for (const command of commands) {
    if (command.startsWith('npm install ')) await expectInstalled(command);
    else if (/ stele dev /.test(command)) await start(command, page, left.shift() ?? texts.at(-1) ?? '');
    // On a terminal, it asks.
    else if (/^npx stele init /.test(command)) await run(`${command} --yes`);
    else if (/^npx (?:astro|next) build$|^npx stele (?:projects create|import) /.test(command)) await run(command);
    else if (/^npx stele login /.test(command)) await logIn(command);
    else if (/^npx stele push /.test(command)) await run(`${command} --yes`);
    // The printed variables are for the hosting platform.
    else if (/^npx stele tokens create /.test(command)) hosted = parseEnv(await run(command));
    else throw new Error(`No one says here how to run: ${command}`);
  }
}

/** The packages that a page installs are there: those of this repository. */
async function expectInstalled(command: string): Promise<void> {
  const names = command
    .split(' ')
    .slice(2)
    .filter((word) => !word.startsWith('-'));
  const there = await readdir(path.join(place.folder, 'node_modules', '@stele'));
  expect(names.filter((name) => !there.includes(name.replace('@stele/', '')))).toEqual([]);
}

/** The entries of the instance in the site's folder: their address, and what a request to it says. */
async function entriesThere() {
  const { api_url, project_id, tokens } = JSON.parse(await site.read('.stele/instance.json'));
  const headers = { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' };
  return { entries: `${api_url}/v1/projects/${project_id}/entries`, headers };
}

/** Begins a post as an editor does, and fills in nothing but its title. */
async function begin(title: string): Promise<void> {
  const { entries, headers } = await entriesThere();
  const body = JSON.stringify({ collection_key: 'posts', values: { en: { title } } });
  expect((await fetch(entries, { method: 'POST', headers, body })).status).toBe(201);
}

/** Changes the title of a post as an editor does, and leaves that unpublished. */
async function retitle(title: string, to: string): Promise<void> {
  const { entries, headers } = await entriesThere();
  const { data } = (await (await fetch(entries, { headers })).json()) as { data: { id: string; title: string }[] };
  const id = data.find((one) => one.title === title)?.id;
  const { version } = (await (await fetch(`${entries}/${id}`, { headers })).json()) as { version: number };
  const body = JSON.stringify({ base_version: version, values: { en: { title: to } } });
  expect((await fetch(`${entries}/${id}/draft`, { method: 'PATCH', headers, body })).status).toBe(200);
}

describe('the commands of a page, in their order and in one folder', () => {
  it('bring a blog of Next.js into Stele, and show its drafts', async () => {
    const address = await install(
      'next',
      'next/dist/bin/next',
      ['next', 'react', 'react-dom', 'typescript-5', '@types/react', '@types/node'],
      '--webpack',
    );
    const modules = path.join(place.folder, 'node_modules');
    await symlink(path.join(modules, 'typescript-5'), path.join(modules, 'typescript'));
    await writeNextBlog(site);
    await follow(commandsOf('tutorial-next.md'), address, ['>First<']);
    await expect(readFile(path.join(place.folder, '.next/BUILD_ID'), 'utf8')).resolves.not.toBe('');

    await retitle('First', 'A draft');
    await begin('Half written');
    const [, opens = ''] = /Drafts {4}(\S+)/.exec(said) ?? [];
    const answer = await fetch(opens, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    const drafts = await (await fetch(address, { headers: { cookie: cookie.join('; ') } })).text();
    expect(drafts).toContain('A draft');
    expect(drafts).not.toContain('Half written');
    expect(said).toContain("isn't shown yet");
    expect(await site.read('stele.config.ts')).toContain("preview: '/posts/{slug}'");
    expect(await (await fetch(address)).text()).not.toContain('A draft');
  });

  it('bring a blog of Astro into Stele, and show its drafts', async () => {
    const address = await install('astro', await astroScript(), ['astro']);
    const modules = path.join(place.folder, 'node_modules');
    await symlink(path.join(await realpath(path.join(modules, 'astro')), '..', 'sharp'), path.join(modules, 'sharp'));
    await writeAstroBlog(site, {
      'src/content/blog/using-mdx.mdx': '---\ntitle: MDX\nsummary: It\npubDate: 2024-03-01\n---\n\n<Chart />\n',
    });
    await follow(commandsOf('tutorial-astro.md'), `${address}/blog/`, ['>First<']);
    expect(await readdir(path.join(place.folder, 'dist'))).toContain('blog');
    await retitle('First', 'A draft');
    await follow(previewCommands.filter(isForAstro), `${address}/blog/`, ['A draft']);

    // As the hosting platform does.
    await rm(path.join(place.folder, 'dist'), { recursive: true });
    env = { ...env, ...hosted };
    await run('npx astro build');
    expect(hosted.STELE_URL).toBe(app.url);
    await expect(site.read('dist/blog/index.html')).resolves.toContain('>First<');
  });

  it('show the drafts of a site with Eleventy', async () => {
    const example = path.join(PACKAGES, '..', 'examples', 'eleventy-site');
    await cp(example, place.folder, { recursive: true });
    const { dependencies } = JSON.parse(await site.read('package.json')) as { dependencies: Record<string, string> };
    const { '@stele/loader': _, ...others } = dependencies;
    const named = Object.entries(others).map(([name, version]) => `${name}@${version}`);
    await rm(path.join(place.folder, 'package.json'));
    await promisify(execFile)(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', ...named],
      {
        cwd: place.folder,
      },
    );
    const address = await install('eleventy', '@11ty/eleventy/cmd.cjs', []);
    await place.write(
      'stele.config.ts',
      `import { collection, defineConfig, markdown, slug, text } from '@stele/schema';
      const fields = { title: text(), slug: slug({ source: 'title' }), body: markdown() };
      export default defineConfig({ collections: [collection({ key: 'posts', preview: '/posts/{slug}', fields })] });`,
    );
    await place.write('first.jsonl', '{"external_id": "first", "values": {"en": {"title": "First"}}}\n');
    await follow(
      previewCommands.filter((command) => !isForAstro(command)),
      address,
      ['<html'],
    );
    await run('npx stele import first.jsonl --collection posts --no-publish');
    // As the editor does after each save.
    await fetch(`${address}/_stele/refresh`, { method: 'POST' });
    await expect((await fetch(address)).text()).resolves.toContain('First');
  });
});

const previewCommands = commandsOf('preview.md');
const isForAstro = (command: string): boolean => command.includes(' astro ');

async function astroScript(): Promise<string> {
  const manifest = path.join(PACKAGES, 'loader/node_modules/astro/package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: Record<string, string> };
  return path.join('astro', bin.astro ?? '');
}
