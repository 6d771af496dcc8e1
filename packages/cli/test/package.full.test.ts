// @module-tag full
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTestApp, type TestApp } from '@stele/core/testing/test-app';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGES, '..');
const run = promisify(execFile);
const PUBLISHED = ['schema', 'cli', 'loader', 'client', 'server', 'create-stele', 'stele'] as const;
/** Licences that let everybody use, change and pass on what they cover; the last line asks that only of the work itself. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'MIT and ISC', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'],
  ...['CC0-1.0', 'CC-BY-4.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['MPL-2.0', 'EPL-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later'],
]);

let app: TestApp;
let folder: string;
const tarballs = new Map<string, string>();

/** Runs the pnpm that this repository names. */
function pnpm(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return run('npx', ['--yes', packageManager.replace(/\+.*$/, ''), ...args], { cwd, maxBuffer: 50_000_000 });
}

/** Packs as for the registry: pnpm puts versions in place of what only this repository understands. */
async function pack(name: string): Promise<string> {
  const { stdout } = await pnpm(['pack', '--json', '--pack-destination', folder], path.join(PACKAGES, name));
  return path.resolve(folder, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
}

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-packages-'));
  for (const name of PUBLISHED) tarballs.set(name, await pack(name));
  await writeFile(path.join(folder, 'package.json'), '{"name":"a-site","private":true,"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const needed = ['schema', 'cli', 'client', 'loader'].map((name) => tarballs.get(name) ?? '');
  await run('npm', ['install', ...flags, ...needed], { cwd: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const stele = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [path.join(folder, 'node_modules', '.bin', 'stele'), ...args], {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', HOME: folder, ...env },
  });

describe('the packed packages', () => {
  it.each(['schema', 'cli'])('of %s hold the built files, a readme and the licence, and pass publint', async (name) => {
    const tarball = await readFile(tarballs.get(name) ?? '');
    const data = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    const { stdout } = await run('tar', ['-tzf', tarballs.get(name) ?? '']);
    const files = stdout
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''));
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(files.filter((file) => file.startsWith('dist/') && !/\.(js|d\.ts)$/.test(file))).toEqual(
      name === 'cli' ? ['dist/bin.cjs'] : [],
    );
  });

  it.each(['schema', 'loader', 'client'])(
    'of %s have types that TypeScript finds in every way of resolving',
    async (name) => {
      const attw = path.join(ROOT, 'node_modules', '.bin', 'attw');
      // Ends with 1 when there's a problem in any way that ES modules are resolved.
      await run(attw, [tarballs.get(name) ?? '', '--profile', 'esm-only', '--format', 'ascii']);
    },
  );

  it.each(PUBLISHED)(
    'of %s name no version that only this repository understands, and no licence but those that are allowed',
    async (name) => {
      const { stdout } = await run('tar', ['-xzOf', tarballs.get(name) ?? '', 'package/package.json']);
      expect(stdout).not.toMatch(/"(workspace|catalog):/);
      const packed = JSON.parse(stdout);
      expect(packed).toMatchObject({ license: 'MIT', publishConfig: { access: 'public', provenance: true } });
      const filter = ['--prod', '--json', '--filter', packed.name];
      const listed = await pnpm(['licenses', 'list', ...filter], ROOT);
      const found = /\{[\s\S]*\}/.exec(listed.stdout)?.[0] ?? '{}';
      const licences = Object.keys(JSON.parse(found));
      expect(licences.filter((licence) => !ALLOWED.has(licence))).toEqual([]);
    },
  );

  it('give a project outside of this repository its config, the command and typed content', async () => {
    expect((await stele(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    await stele(['init']);
    const project = await app.project();
    await stele(['push', '--yes'], { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin });
    const active = await project.api.get(`/projects/${project.id}/schema`);
    expect(active.body.schema.collections).toMatchObject([{ key: 'articles' }]);
    await writeFile(
      path.join(folder, 'site.ts'),
      `import { createLoader } from '@stele/loader';
      import type config from './stele.config.ts';
      const stele = createLoader<typeof config, 'en'>({ cache: false });
      export const title: Promise<string> = stele.load('articles', { locale: 'en' }).then(([one]) => one!.values.title);
      // @ts-expect-error there's no such collection
      stele.load('posts', { locale: 'en' });`,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2023',
      lib: ['ES2023', 'DOM'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      allowImportingTsExtensions: true,
      types: [],
      // Declarations of the packages that the schema package needs aren't ours to check.
      skipLibCheck: true,
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['site.ts'] }));
    const tsc = path.join(PACKAGES, 'cli', 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
