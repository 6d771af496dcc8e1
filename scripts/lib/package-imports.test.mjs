import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importsOutOfPackages } from './package-imports.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** Files in which a text that looks like such an import is data. */
const DATA = ['packages/core/test/import-rules.test.ts', 'scripts/lib/', 'e2e/astro-visitors.long.test.ts'];

const folder = mkdtempSync(path.join(tmpdir(), 'stele-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('imports of other packages', () => {
  it('name the package', () => {
    const found = importsOutOfPackages(ROOT).filter((line) => !DATA.some((file) => line.startsWith(file)));
    expect(found).toEqual([]);
  });

  it('are found where a path leads out of the package', () => {
    for (const [file, text] of Object.entries({
      'packages/a/test/out.test.ts': "import { b } from '../../b/src/b.ts';\nawait import('../../../e2e/c.ts');\n",
      'packages/a/test/inside.test.ts': "import { a } from '../src/a.ts';\nimport { b } from '@stele/b';\n",
    })) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    expect(importsOutOfPackages(folder)).toEqual([
      'packages/a/test/out.test.ts → packages/b/src/b.ts',
      'packages/a/test/out.test.ts → e2e/c.ts',
    ]);
  });
});
