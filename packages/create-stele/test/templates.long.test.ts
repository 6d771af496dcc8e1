import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Registry, startRegistry } from './support/registry.ts';

const run = promisify(execFile);

let folder: string;
let registry: Registry;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'create-stele-packed-'));
  registry = await startRegistry(['schema', 'cli', 'client', 'loader', 'server', 'create-stele']);
});
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  endAll(child);
  await once(child, 'exit');
});
afterAll(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** Variables by which this machine reaches registries. */
const NETWORK = /proxy|cert|ssl|^npm_config_/i;

/** How each package manager is called, and the words between a script's name and its flags. */
const MANAGERS = {
  npm: { command: ['npm'], flags: ['--'] },
  pnpm: { command: ['npx', '--yes', 'pnpm@10'], flags: [] },
  yarn: { command: ['npx', '--yes', 'yarn@1'], flags: [] },
} as const;

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

/** Presses Ctrl-C: a terminal tells the package manager and everything that it started. */
function endAll({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

/** The text of a page, once the page is there and has the expected text. */
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

/** Changes the title of a post as an editor does, and publishes it. @returns the snapshot that is live then */
async function retitle(site: string, title: string): Promise<string> {
  const { api_url, project_id, tokens } = JSON.parse(
    await readFile(path.join(site, '.stele', 'instance.json'), 'utf8'),
  );
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several routes, read by the lines that follow
  const call = async (method: string, to: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${api_url}/v1/projects/${project_id}${to}`, sent);
    if (!answer.ok) throw new Error(`${method} ${to}: ${await answer.text()}`);
    return answer.json();
  };
  const { data } = await call('GET', '/entries');
  const { id } = data.find((one: { title: string }) => one.title === 'First light');
  const { version, values } = await call('GET', `/entries/${id}`);
  await call('PUT', `/entries/${id}/draft`, { base_version: version, values: { en: { ...values.en, title } } });
  await call('POST', `/entries/${id}/publish`, { locales: ['en'] });
  return (await call('GET', '/snapshot/latest')).snapshot_id;
}

/** Checks parts that only the site with Next.js has. */
async function checkNext(site: string, address: string): Promise<void> {
  expect((await fetch(`${address}/icon.svg`)).headers.get('content-type')).toContain('svg');
  const { STELE_PREVIEW_SECRET: secret = '' } = parseEnv(await readFile(path.join(site, '.env'), 'utf8'));
  const draft = (given: string) => fetch(`${address}/api/draft?secret=${given}`, { redirect: 'manual' });
  expect((await draft('wrong')).status).toBe(401);
  const cookies = (await draft(secret)).headers.getSetCookie();
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  expect(await (await fetch(address, { headers: { cookie } })).text()).toContain('You see drafts.');
  expect(await (await fetch(address)).text()).not.toContain('You see drafts.');
  const revalidate = await fetch(`${address}/api/revalidate`, { method: 'POST', body: '{}' });
  expect(revalidate.status).toBe(401);
}

/** Builds a site that holds its pictures, as the documentation says, while Stele runs. */
async function checkCopies(site: string, template: 'next' | 'none', build: () => Promise<unknown>): Promise<void> {
  const [file, from, to, out] =
    template === 'next'
      ? [
          'next.config.mjs',
          /^\}\);$/m,
          "  output: 'export',\n}, { assets: 'copy', site: 'https://example.org' });",
          'out',
        ]
      : (['build.js', "{ folder: 'dist' }", "{ folder: 'dist', assets: 'copy' }", 'dist'] as const);
  const config = path.join(site, file);
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace(from, to));
  await build();
  await writeFile(config, text);
  expect((await readdir(path.join(site, out))).filter((name) => name.startsWith('_stele'))).toEqual(['_stele']);
  const html = await readFile(path.join(site, out, 'index.html'), 'utf8');
  expect(html).not.toContain('http://localhost');
  const [, picture = ''] = /<img[^>]* src="\/(_stele\/[^"?#]+)/.exec(html) ?? [];
  expect((await stat(path.join(site, out, picture))).size).toBeGreaterThan(0);
}

describe('the packed command', () => {
  it('passes publint, and brings all templates', async () => {
    const tarball = registry.tarballs.get('create-stele') ?? Buffer.alloc(0);
    const data = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  // Each template with the oldest and the newest Node, and each package manager with both.
  it.each([
    ['astro', '20.19.0', 'pnpm'],
    ['astro', '24', 'npm'],
    ['next', '20.19.0', 'yarn'],
    ['next', '24', 'pnpm'],
    ['none', '20.19.0', 'npm'],
    ['none', '24', 'yarn'],
  ] as const)('makes a site with %s on Node %s by %s that works at once', async (template, version, manager) => {
    const node = (await run('npx', ['--yes', `node@${version}`, '-p', 'process.execPath'], { cwd: folder })).stdout;
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
      PATH: [path.dirname(node.trim()), process.env.PATH].join(path.delimiter),
      HOME: process.env.HOME ?? '',
      NODE_ENV: undefined,
      CI: '',
      npm_config_registry: registry.url,
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      STELE_REVALIDATE_SECRET: 'a secret of this test',
    };
    const name = `${template}-${version}`;
    const site = path.join(folder, name);
    // npm keeps packages that it ran, by version: one that an earlier test packed has the same version.
    const create = ['create', '--yes', 'stele@latest', name, '--', '--template', template];
    const fresh = { ...env, npm_config_cache: path.join(folder, 'cache') };
    const { stdout: created } = await run('npm', create, { cwd: folder, env: fresh });
    expect(created.includes('Astro 5')).toBe(template === 'astro' && version !== '24');

    const { command, flags } = MANAGERS[manager];
    const [program, ...first] = command;
    await run(program, [...first, 'install', '--ignore-scripts'], { cwd: site, env, maxBuffer: 1e8 });
    const port = await firstOfFreePorts();
    const variables = path.join(site, '.env');
    const text = await readFile(variables, 'utf8');
    await writeFile(variables, text.replaceAll(':3100', `:${port}`).replaceAll(':3102', `:${port + 2}`));

    const sitePort = String(port + 3);
    const portFlags = template === 'none' ? [] : [...flags, '--port', sitePort];
    child = spawn(program, [...first, 'run', 'dev', ...portFlags], {
      cwd: site,
      env: { ...env, PORT: sitePort },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const said = (): string => output;
    const address = `http://localhost:${sitePort}`;
    const list = await pageWith(`${address}/`, 'First light', said);
    expect(list).toContain('The valley in May');
    expect(list).toMatch(/<link rel="icon"/);
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
    if (template === 'next') expect(output).toContain(`  Drafts    ${address}/api/draft?secret=`);
    if (template === 'next') await checkNext(site, address);

    const config = path.join(site, 'stele.config.ts');
    const before = await readFile(config, 'utf8');
    await writeFile(config, before.replace('    body: markdown(),', '    body: markdown(),\n    place: text(),'));
    while (!output.includes('Pushed: the schema is at version 2.')) {
      if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const snapshot = await retitle(site, 'A later light');
    await pageWith(`${address}/`, 'A later light', said);

    if (template !== 'astro') {
      await checkCopies(site, template, () => run(program, [...first, 'run', 'build'], { cwd: site, env }));
    }

    endAll(child);
    await once(child, 'exit');
    while (!(await isFree(port))) await new Promise((resolve) => setTimeout(resolve, 100));
    // The shown content is kept for builds, and they name its snapshot.
    const build = await run(program, [...first, 'run', 'build'], { cwd: site, env });
    const built = template === 'next' ? '.next/server/app/index.html' : 'dist/index.html';
    const html = await readFile(path.join(site, built), 'utf8');
    expect(html).toContain('A later light');
    expect(html).toContain('Winter moon');
    expect(html).toMatch(/<img[^>]* sizes="/);
    expect(build.stdout + build.stderr).toContain('THE BUILT WEBSITE POINTS TO http://localhost:');
    expect(build.stdout + build.stderr).toContain('THE API WAS DOWN DURING THIS BUILD');
    expect(build.stdout + build.stderr).toContain(`Built from snapshot ${snapshot}`);
    // By pnpm, the newest compiler that `astro check` brings gets a runtime that doesn't fit.
    if (template !== 'astro' || manager !== 'npm') return;
    const check = ['install', '--no-save', '@astrojs/check', 'typescript@5'];
    await run(program, check, { cwd: site, env, maxBuffer: 1e8 });
    const { stdout: checked } = await run(path.join(site, 'node_modules/.bin/astro'), ['check'], { cwd: site, env });
    expect(checked).toContain('- 0 errors');
  });
});
