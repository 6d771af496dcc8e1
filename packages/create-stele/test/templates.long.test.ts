import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGES, '..');
const run = promisify(execFile);

let folder: string;
let child: ChildProcess | undefined;
const tarballs = new Map<string, string>();

/** Packs as for the registry: pnpm puts versions in place of what only this repository understands. */
async function pack(name: string): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager.replace(/\+.*$/, ''), 'pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npx', args, { cwd: path.join(PACKAGES, name) });
  return path.resolve(folder, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'create-stele-packed-'));
  for (const name of ['schema', 'cli', 'client', 'loader', 'server', 'create-stele'])
    tarballs.set(name, await pack(name));
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarballs.get('create-stele') ?? ''], {
    cwd: folder,
  });
});
afterEach(async () => {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  endAll(child);
  await once(child, 'exit');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The first of four free ports in a row. */
async function firstOfFreePorts(): Promise<number> {
  for (;;) {
    const first = 30_000 + Math.floor(Math.random() * 2000);
    if ((await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)))).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}

/** Presses Ctrl-C: a terminal tells npm and everything that npm started. */
function endAll({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

/** Takes the packages of this repository from their tarballs. */
async function usePacked(site: string): Promise<void> {
  const file = path.join(site, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  // The command brings the client along.
  const overrides: Record<string, string> = { '@stele/client': `file:${tarballs.get('client')}` };
  for (const group of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(group).filter((one) => one.startsWith('@stele/'))) {
      group[name] = `file:${tarballs.get(name.replace('@stele/', ''))}`;
      overrides[name] = `$${name}`;
    }
  }
  await writeFile(file, JSON.stringify({ ...manifest, overrides }));
}

/** What a page says once it's there, and says what it should. */
async function pageWith(url: string, text: string, said: () => string): Promise<string> {
  for (;;) {
    const page = await fetch(url)
      .then((response) => response.text())
      .catch(() => '');
    if (page.includes(text)) return page;
    if (child?.exitCode !== null) throw new Error(`It ended:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('the packed command', () => {
  it('passes publint, and brings all templates', async () => {
    const tarball = await readFile(tarballs.get('create-stele') ?? '');
    const data = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it.each(['astro', 'next', 'none'])('makes a site with %s that works at once', async (template) => {
    const site = path.join(folder, template);
    const create = path.join(folder, 'node_modules', '.bin', 'create-stele');
    await run(create, [template, '--template', template], { cwd: folder });
    await usePacked(site);
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: undefined };
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: site,
      env,
    });
    const port = await firstOfFreePorts();
    const variables = path.join(site, '.env');
    const text = await readFile(variables, 'utf8');
    await writeFile(variables, text.replaceAll(':3100', `:${port}`).replaceAll(':3102', `:${port + 2}`));

    const sitePort = String(port + 3);
    const flags = template === 'none' ? [] : ['--', '--port', sitePort];
    child = spawn('npm', ['run', 'dev', ...flags], { cwd: site, env: { ...env, PORT: sitePort }, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const said = (): string => output;
    const address = `http://localhost:${sitePort}`;
    const list = await pageWith(`${address}/`, 'First light', said);
    expect(list).toContain('The valley in May');
    const picture = new RegExp(`http://localhost:${port + 2}/[^"\\s,]+\\.webp`).exec(list)?.[0] ?? '';
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp');
    const entry = await pageWith(
      `${address}/posts/first-light${template === 'next' ? '' : '/'}`,
      'We left at five',
      said,
    );
    expect(entry).toContain('A low sun over rows of hills');
    expect(entry).toContain('<em>shapes</em>');
    expect(output).toContain('owner@stele.local');

    const config = path.join(site, 'stele.config.ts');
    const before = await readFile(config, 'utf8');
    await writeFile(config, before.replace('    body: markdown(),', '    body: markdown(),\n    place: text(),'));
    while (!output.includes('Pushed: the schema is at version 2.')) {
      if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await run('npm', ['run', 'build'], { cwd: site, env });
    const built = template === 'next' ? '.next/server/app/index.html' : 'dist/index.html';
    expect(await readFile(path.join(site, built), 'utf8')).toContain('Winter moon');

    endAll(child);
    await once(child, 'exit');
    while (!(await isFree(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  });
});
