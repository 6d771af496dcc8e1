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

const PACKAGE = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let app: TestApp;
let folder: string;
let tarball: string;

/** Packs as for the registry: pnpm puts versions in place of what only this repository understands. */
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-client-package-'));
  const root = JSON.parse(readFileSync(path.join(PACKAGE, '..', '..', 'package.json'), 'utf8'));
  const args = ['--yes', root.packageManager.replace(/\+.*$/, ''), 'pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npx', args, { cwd: PACKAGE });
  tarball = path.resolve(folder, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
  await writeFile(path.join(folder, 'package.json'), '{"name":"a-site","private":true,"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...flags, tarball], { cwd: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the packed package', () => {
  it('holds the built files, a readme and the licence, and passes publint', async () => {
    const bytes = await readFile(tarball);
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const files = stdout
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''));
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/api-types.d.ts']));
    expect(files.filter((file) => file.startsWith('dist/') && !/\.(js|d\.ts)$/.test(file))).toEqual([]);
  });

  it('needs nothing of this repository', async () => {
    const installed = path.join(folder, 'node_modules', '@stele', 'client', 'package.json');
    const { dependencies } = JSON.parse(await readFile(installed, 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
    expect(JSON.stringify(dependencies)).not.toMatch(/catalog:|workspace:/);
  });

  it('calls an API from another project, typed, with declarations checked', async () => {
    const project = await app.project();
    const options = JSON.stringify({ url: app.url, token: project.tokens.admin });
    const source = `import { ApiError, createClient } from '@stele/client';
      const client = createClient(${options});
      const params = { path: { projectId: '${project.id}' } };
      const made = await client.post('/projects/{projectId}/entries', {
        params: { ...params, header: { 'Idempotency-Key': 'import-42' } },
        body: { collection_key: 'posts', values: { en: { title: 'Hello' } } },
      });
      const id: string = made.id;
      for await (const entry of client.list('/projects/{projectId}/entries', { params })) {
        const title: string = entry.title;
        console.log(entry.id === id, title);
      }
      await client.get('/projects/{projectId}/entries/{entryId}', {
        params: { path: { ...params.path, entryId: 'ent_none' } },
      }).catch((error: unknown) => console.log(error instanceof ApiError && error.code));
`;
    const wrong = `${source}
      // @ts-expect-error there's no such route
      client.get('/nowhere');
      // @ts-expect-error the project is missing
      client.get('/projects/{projectId}/entries');
      // @ts-expect-error that's no list
      client.list('/tokens/me');
    `;
    await writeFile(path.join(folder, 'site.ts'), source);
    await writeFile(path.join(folder, 'wrong.ts'), wrong);
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      outDir: 'out',
      target: 'ES2023',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'nodenext',
      types: [],
    };
    const files = ['site.ts', 'wrong.ts'];
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = path.join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
    const told = await run(process.execPath, [path.join('out', 'site.js')], { cwd: folder });
    expect(told.stdout).toBe('true Hello\nentry.not_found\n');
  });
});
