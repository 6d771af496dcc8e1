import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unusedExports } from './unused-exports.mjs';

/** Packages whose sources export only what another file imports. The core and the admin aren't among them yet. */
const TIDY = [
  'cli',
  'client',
  'create-stele',
  'http',
  'loader',
  'media',
  'schema',
  'search',
  'server',
  'snapshot',
  'storage',
];

test('packages export from a file only what another one imports', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  expect(
    unusedExports(
      root,
      TIDY.map((name) => `packages/${name}/src`),
    ),
  ).toEqual([]);
});

test('an export counts as used by what names it, and by what takes the whole file', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'stele-exports-'));
  const write = async (file, text) => {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  try {
    const exports = { '.': { '@stele/source': './src/index.ts' } };
    await write('packages/a/package.json', JSON.stringify({ name: '@stele/a', exports }));
    await write('apps/b/package.json', '{"name":"b"}');
    await write('packages/a/src/index.ts', "export { one } from './parts.ts';\nexport const ofThePackage = 1;\n");
    await write(
      'packages/a/src/parts.ts',
      'export const one = 1;\nexport function two() {}\nexport interface Three {}\nexport async function four() {}\n',
    );
    await write('packages/a/src/whole.ts', 'export const five = 5;\n');
    await write('packages/a/src/template.ts', 'const text = `\nexport const six = 6;\n`;\nexport class Seven {}\n');
    await write('apps/b/src/b.ts', "import { two, type Three as It } from '../../../packages/a/src/parts.ts';\n");
    await write('apps/b/test/b.test.ts', "const whole = await import('../../../packages/a/src/whole.ts');\n");
    expect(unusedExports(root, ['packages/a/src'])).toEqual([
      'packages/a/src/parts.ts: four',
      'packages/a/src/template.ts: Seven',
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
