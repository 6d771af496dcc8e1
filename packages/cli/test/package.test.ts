import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../core/test/support/test-app.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGES, '..');
const run = promisify(execFile);

let app: TestApp;
let folder: string;
const tarballs = new Map<string, string>();

/** Packs as for the registry: pnpm puts versions in place of what only this repository understands. */
async function pack(name: string): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager.replace(/\+.*$/, ''), 'pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npx', args, { cwd: path.join(PACKAGES, name) });
  return path.resolve(folder, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
}

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-packages-'));
  for (const name of ['schema', 'cli', 'loader']) tarballs.set(name, await pack(name));
  await writeFile(path.join(folder, 'package.json'), '{"name":"a-site","private":true,"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...flags, ...tarballs.values()], { cwd: folder });
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
    expect(files.filter((file) => file.startsWith('dist/') && !/\.(js|d\.ts)$/.test(file))).toEqual([]);
  });

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
