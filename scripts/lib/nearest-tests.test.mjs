import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nearestTests } from './nearest-tests.mjs';

let root;

const write = async (file, text = '') => {
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'stele-nearest-'));
  const exports = { '.': { '@stele/source': './src/index.ts' } };
  await write('packages/core/package.json', JSON.stringify({ name: '@stele/core', exports }));
  await write('packages/core/src/index.ts', "export * from './app.ts';");
  await write('packages/core/src/app.ts', "import './entries/publish-entry.ts';");
  await write('packages/core/src/entries/publish-entry.ts');
  await write('apps/admin/package.json', '{"name":"@stele/admin"}');
});

afterEach(() => rm(root, { recursive: true }));

test('a test file is its own test', async () => {
  await write('packages/core/test/app.test.ts');
  expect(nearestTests(root, ['packages/core/test/app.test.ts'])).toEqual({
    tests: ['packages/core/test/app.test.ts'],
    more: 0,
    untested: [],
  });
});

test('those that import a file come first, then those whose names are like its own, and no long ones', async () => {
  await write('packages/core/test/direct.test.ts', "import '../src/entries/publish-entry.ts';");
  await write('packages/core/test/entries-bulk.test.ts', "await import('../src/app.ts');");
  await write('packages/core/test/publish-entries.test.ts', "import '../src/app.ts';");
  await write('packages/core/test/publish-entries.long.test.ts', "import '../src/app.ts';");
  await write('packages/core/test/tokens.test.ts', "import '../src/app.ts';");
  expect(nearestTests(root, ['packages/core/src/entries/publish-entry.ts'])).toEqual({
    tests: [
      'packages/core/test/direct.test.ts',
      'packages/core/test/entries-bulk.test.ts',
      'packages/core/test/publish-entries.test.ts',
    ],
    more: 2,
    untested: [],
  });
});

test('imports are followed through packages and the alias of an app', async () => {
  await write('apps/admin/src/list.tsx', "import { app } from '@stele/core';");
  await write('apps/admin/test/list.test.ts', "import '@/list';");
  expect(nearestTests(root, ['packages/core/src/app.ts']).tests).toEqual(['apps/admin/test/list.test.ts']);
});

test('what no test reaches is named', () => {
  expect(nearestTests(root, ['packages/core/src/app.ts', 'README.md'])).toEqual({
    tests: [],
    more: 0,
    untested: ['packages/core/src/app.ts', 'README.md'],
  });
});
