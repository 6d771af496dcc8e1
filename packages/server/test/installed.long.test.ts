import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const run = promisify(execFile);

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-server-package-'));
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager.replace(/\+.*$/, ''), 'pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npx', args, { cwd: PACKAGE });
  tarball = path.resolve(folder, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How each of them installs a tarball into a folder, without running its scripts. */
const INSTALLS = {
  npm: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'],
  pnpm: ['npx', '--yes', 'pnpm@10', 'add', '--ignore-scripts'],
  yarn: ['npx', '--yes', 'yarn@1', 'add', '--ignore-scripts', '--silent'],
} as const;

async function firstOfThreeFreePorts(): Promise<number> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 10_000);
    const servers = [first, first + 1, first + 2].map((port) => createServer().listen(port, '127.0.0.1'));
    const opened = await Promise.all(
      servers.map((server) =>
        once(server, 'listening').then(
          () => (server.address() as AddressInfo).port,
          () => null,
        ),
      ),
    );
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    if (opened.every((port) => port !== null)) return first;
  }
}

/** Starts what is installed in a folder, asks each part for something, and stops it. */
async function tryOut(site: string, node: string): Promise<void> {
  const port = await firstOfThreeFreePorts();
  const main = path.join(site, 'node_modules', '@stele', 'server', 'dist', 'main.js');
  const child = spawn(node, [main, '--port', String(port)], { cwd: site, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('Press Ctrl-C')) break;
    const instance = JSON.parse(await readFile(path.join(site, '.stele', 'instance.json'), 'utf8'));
    const pages = [`${instance.api_url}/docs`, `${instance.admin_url}/sign-in`];
    for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
    const live = await fetch(`${instance.api_url}/v1/projects/${instance.project_id}/snapshot/latest`, {
      headers: { authorization: `Bearer ${instance.tokens.read_published}` },
    });
    const { content_base_url: base } = (await live.json()) as { content_base_url: string };
    expect((await fetch(`${base}/manifest.json`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
}

describe('the packed server', () => {
  it('names versions of the registry, and nothing that only this repository understands', async () => {
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
    expect(stdout).not.toMatch(/catalog:|workspace:/);
  });

  it.for(Object.entries(INSTALLS))('is installed by %s into an empty folder, and runs', async ([name, install]) => {
    const site = path.join(folder, name);
    await mkdir(site);
    await writeFile(path.join(site, 'package.json'), `{"name":"a-site","private":true}`);
    const [program, ...args] = install;
    await run(program, [...args, tarball], { cwd: site, env: { ...process.env, CI: '' } });
    await tryOut(site, process.execPath);
  });

  it('takes no more space than the documentation says', async () => {
    let bytes = 0;
    for (const file of await readdir(path.join(folder, 'npm', 'node_modules'), { recursive: true })) {
      const { size } = await lstat(path.join(folder, 'npm', 'node_modules', file));
      bytes += size;
    }
    expect(bytes / 1e6).toBeLessThan(145);
  });

  it.each(['22', '24'])('runs on Node %s', async (version) => {
    const { stdout } = await run('npx', ['--yes', `node@${version}`, '-p', 'process.execPath'], { cwd: folder });
    await rm(path.join(folder, 'npm', '.stele'), { recursive: true });
    await tryOut(path.join(folder, 'npm'), stdout.trim());
  });
});
