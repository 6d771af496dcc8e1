import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAstroBlog } from './support/astro-blog.ts';
import { documentedCommands } from './support/documented-commands.ts';
import { writeNextBlog } from './support/next-blog.ts';
import { portsInARow } from './support/ports-in-a-row.ts';
import { TestSite } from './support/site.ts';
import { fromSource } from './support/spawned.ts';
import type { Workplace } from './support/stele.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const documented = await documentedCommands();

/** What pages tell their readers to run, in its order. */
const commandsOf = (...pages: readonly string[]): readonly string[] =>
  pages.flatMap((page) => documented.filter((one) => one.page === `docs/${page}`).map(({ command }) => command));

/** What can't be run here: for a server, a person who signs in at it, or another framework. */
const NOT_HERE = /--url https:\/\/cms\.example\.org|eleventy/;

let place: Workplace;
let site: TestSite;
let env: Record<string, string>;
let running: ChildProcess | null;
let said: string;

beforeEach(async () => {
  if (!existsSync(path.join(PACKAGES, 'server', 'dist', 'apps')))
    throw new Error('Build the server first: pnpm build.');
  running = null;
  said = '';
  site = await TestSite.make(await sharedApp());
  ({ place } = site);
});
afterEach(async () => {
  await stop();
  await place.remove();
});

/** Installs what the page says, and the framework, whose command goes to a port of its own. */
async function install(framework: string, script: string, packages: readonly string[], flags = ''): Promise<string> {
  await site.install([framework, ...packages]);
  const modules = path.join(place.folder, 'node_modules');
  for (const name of ['cli', 'schema', 'server']) {
    if (!existsSync(path.join(modules, '@stele', name))) {
      await symlink(path.join(PACKAGES, name), path.join(modules, '@stele', name));
    }
  }
  const first = await portsInARow(4);
  const port = first + 3;
  await mkdir(path.join(modules, '.bin'));
  const own = `case "$1" in dev) set -- "$@" --port ${port};; esac\nexec "$NODE" node_modules/${script} "$@" ${flags}`;
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
  const file = await place.write(`node_modules/.bin/${name}`, `#!/bin/bash\n${shell}\n`);
  await chmod(file, 0o755);
}

/** Runs a command as it stands, in the folder of the site. */
async function run(command: string): Promise<void> {
  const words = command.replace(/^((?:\w+=\S+ )*)npx /, '$1');
  const ended = await new Promise<string>((resolve) => {
    execFile('bash', ['-c', words], { cwd: place.folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve(`${error ? `${command} failed:\n` : ''}${stdout}${stderr}`),
    );
  });
  expect(ended).not.toContain(`${command} failed:`);
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

/** How each command of a page is run; null for one that isn't run here. */
async function follow(commands: readonly string[], page: string, texts: readonly string[]): Promise<void> {
  const left = [...texts];
  for (const command of commands) {
    if (NOT_HERE.test(command)) continue;
    if (command.startsWith('npm install ')) await expectInstalled(command);
    else if (/ stele dev /.test(command)) await start(command, page, left.shift() ?? texts.at(-1) ?? '');
    // On a terminal, it asks.
    else if (/^npx stele init /.test(command)) await run(`${command} --yes`);
    else if (/^npx (?:astro|next) build$/.test(command)) await run(command);
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

/** Changes the title of a post as an editor does, and leaves that unpublished. */
async function retitle(title: string, to: string): Promise<void> {
  const { api_url, project_id, tokens } = JSON.parse(await site.read('.stele/instance.json'));
  const entries = `${api_url}/v1/projects/${project_id}/entries`;
  const headers = { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' };
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
      ['react', 'react-dom', 'typescript-5', '@types/react', '@types/node'],
      '--webpack',
    );
    const modules = path.join(place.folder, 'node_modules');
    await symlink(path.join(modules, 'typescript-5'), path.join(modules, 'typescript'));
    await writeNextBlog(site);
    await follow(commandsOf('tutorial-next.md'), address, ['>First<']);
    await expect(readFile(path.join(place.folder, '.next/BUILD_ID'), 'utf8')).resolves.not.toBe('');

    await retitle('First', 'A draft');
    const [, opens = ''] = /Drafts {4}(\S+)/.exec(said) ?? [];
    const answer = await fetch(opens, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    const drafts = await (await fetch(address, { headers: { cookie: cookie.join('; ') } })).text();
    expect(drafts).toContain('A draft');
    expect(await (await fetch(address)).text()).not.toContain('A draft');
  });

  it('bring a blog of Astro into Stele, and show its drafts', async () => {
    const address = await install('astro', await astroScript(), []);
    const modules = path.join(place.folder, 'node_modules');
    await symlink(path.join(await realpath(path.join(modules, 'astro')), '..', 'sharp'), path.join(modules, 'sharp'));
    await writeAstroBlog(site, {
      'src/content/blog/using-mdx.mdx': '---\ntitle: MDX\nsummary: It\npubDate: 2024-03-01\n---\n\n<Chart />\n',
    });
    await follow(commandsOf('tutorial-astro.md'), `${address}/blog/`, ['>First<']);
    expect(await readdir(path.join(place.folder, 'dist'))).toContain('blog');
    await retitle('First', 'A draft');
    await follow(commandsOf('preview.md'), `${address}/blog/`, ['A draft']);
  });
});

async function astroScript(): Promise<string> {
  const manifest = path.join(PACKAGES, 'loader/node_modules/astro/package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: Record<string, string> };
  return path.join('astro', bin.astro ?? '');
}
