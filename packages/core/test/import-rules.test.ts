import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..', '..');
const biome = path.join(root, 'node_modules', '.bin', 'biome');

const WRONG: Record<string, string> = {
  'packages/snapshot/src/imports-storage.ts': "import '@stele/storage';",
  'packages/snapshot/src/does-io.ts': "import 'node:fs/promises';",
  'packages/search/src/does-io.ts': "import 'node:fs/promises';",
  'packages/search/src/imports-snapshot.ts': "import '@stele/snapshot';",
  'packages/storage/src/imports-snapshot.ts': "import '@stele/snapshot';",
  'packages/cli/src/imports-core.ts': "import '@stele/core';",
  'packages/client/src/imports-core.ts': "import '@stele/core';",
  'packages/loader/src/imports-core.ts': "import '@stele/core';",
  'apps/content/src/imports-database.ts': "import 'pg';",
  'apps/admin/app/imports-core.ts': "import '@stele/core';",
  'packages/core/src/domains/entries/entries.router.ts': "import '../../generated/prisma/client.ts';",
  'packages/core/src/domains/entries/create-entry.ts': "import '../../generated/prisma/client.ts';",
  'packages/core/src/jobs/imports-prisma.ts': "import '../generated/prisma/client.ts';",
};

const RIGHT: Record<string, string> = {
  'packages/core/src/entries/entry.store.ts': "import '../generated/prisma/client.ts';",
  'apps/content/src/imports-snapshot.ts': "import '@stele/snapshot';",
};

const CYCLE: Record<string, string> = {
  'packages/core/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
  'packages/core/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
};

let folder: string;
let findings: { category: string; file: string }[];

/** Lints a little tree of the same shape with the project's own rules. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-lint-'));
  const text = await readFile(path.join(root, 'biome.json'), 'utf8');
  const config = JSON.parse(text.replaceAll('./e2e/', `${root}/e2e/`)) as object;
  await writeFile(path.join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const [file, text] of Object.entries({ ...WRONG, ...RIGHT, ...CYCLE })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), `${text}\n`);
  }
  const running = promisify(execFile)(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
  });
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  findings = report.diagnostics.map(({ category, location }) => ({
    category,
    file: typeof location.path === 'string' ? location.path : location.path.file,
  }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const categoriesOf = (file: string): string[] =>
  findings.filter((finding) => path.normalize(finding.file) === path.normalize(file)).map(({ category }) => category);

describe('the lint rules', () => {
  for (const [file, text] of Object.entries(WRONG)) {
    it(`refuse ${text} in ${file}`, () => {
      expect(categoriesOf(file)).toContain('lint/style/noRestrictedImports');
    });
  }
  for (const [file, text] of Object.entries(RIGHT)) {
    it(`allow ${text} in ${file}`, () => {
      expect(categoriesOf(file)).not.toContain('lint/style/noRestrictedImports');
    });
  }
  it('refuse an import cycle', () => {
    for (const file of Object.keys(CYCLE)) expect(categoriesOf(file)).toContain('lint/suspicious/noImportCycles');
  });
});
