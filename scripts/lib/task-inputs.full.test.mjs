import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSources } from './file-listing.mjs';
import { runPnpm } from './pnpm.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ALL = ['scripts', 'packages', 'apps', 'bench', 'e2e', 'docs', 'examples', 'prisma'];
const FILES = [
  ...['.gitignore', 'README.md', 'biome.json', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ...['tsconfig.base.json', 'turbo.json'],
];

const copy = mkdtempSync(path.join(tmpdir(), 'stele-inputs-'));
afterAll(() => rmSync(copy, { recursive: true }));

/** Task → the hash of its inputs, as turbo would compare them now. @param machine any other fact that a result depends on */
async function hashes(machine = 'one') {
  const tasks = ['test', 'test:rest', 'test:embedded'];
  const words = ['exec', 'turbo', 'run', ...tasks, '--dry=json', `--cwd=${copy}`, '--env-mode=loose'];
  const { code, output } = await runPnpm(ROOT, words, { env: { TEST_MACHINE: machine } });
  expect(code, output).toBe(0);
  const { tasks: planned } = JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1));
  return new Map(
    planned.filter(({ command }) => command.startsWith('stele-ring')).map(({ taskId, hash }) => [taskId, hash]),
  );
}

/** The tasks that run again when a file changes, which is then as it was. */
async function rerunBy(file) {
  const place = path.join(copy, file);
  const text = readFileSync(place);
  appendFileSync(place, '\n// changed\n');
  const after = await hashes();
  writeFileSync(place, text);
  return [...after].filter(([task, hash]) => before.get(task) !== hash).map(([task]) => task.replace('@stele/', ''));
}

let before;
beforeAll(async () => {
  for (const file of [...FILES, ...listSources(ROOT, ALL)]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  before = await hashes();
});

const packagesOf = (tasks) => [...new Set(tasks.map((task) => task.split('#')[0]))].sort();

/** Where the sources of the core are part of what is tested. */
const WITH_CORE = ['admin', 'api', 'cli', 'client', 'core', 'create-stele', 'e2e', 'loader', 'server'];

test.each([
  // The second ring of the command runs the server.
  ['apps/admin/src/values/values.ts', ['admin', 'cli', 'create-stele', 'e2e', 'server']],
  ['apps/api/src/main.ts', ['api', 'cli', 'create-stele', 'e2e', 'server']],
  ['apps/content/src/index.ts', ['content', ...WITH_CORE]],
  ['e2e/support/project.ts', ['e2e']],
  ['packages/cli/src/main.ts', ['cli', 'create-stele', 'e2e']],
  ['packages/client/src/index.ts', ['cli', 'client', 'create-stele', 'e2e']],
  ['packages/core/src/index.ts', WITH_CORE],
  ['packages/core/test/support/test-app.ts', WITH_CORE],
  ['packages/create-stele/src/main.ts', ['create-stele']],
  ['packages/http/src/index.ts', ['content', 'http', ...WITH_CORE]],
  ['packages/loader/src/index.ts', ['cli', 'create-stele', 'e2e', 'loader']],
  ['packages/media/src/index.ts', ['media', ...WITH_CORE]],
  ['packages/schema/src/index.ts', ['schema', 'search', ...WITH_CORE]],
  ['packages/search/src/index.ts', ['search', ...WITH_CORE]],
  ['packages/server/src/main.ts', ['cli', 'create-stele', 'e2e', 'server']],
  ['packages/snapshot/src/index.ts', ['content', 'snapshot', ...WITH_CORE]],
  ['packages/storage/src/index.ts', ['content', 'storage', ...WITH_CORE]],
  [
    'packages/testing/src/gate.ts',
    ['content', 'http', 'media', 'schema', 'search', 'snapshot', 'storage', ...WITH_CORE],
  ],
  ['prisma/schema.prisma', WITH_CORE],
])('a change of %s has its package and those that depend on it tested again', async (file, packages) => {
  expect(packagesOf(await rerunBy(file))).toEqual(packages.toSorted());
});

test.each([
  ['packages/core/test/limits.test.ts', ['core#test', 'core#test:embedded', 'core#test:rest']],
  ['packages/core/test/list-plans.full.test.ts', ['core#test:embedded', 'core#test:rest']],
  ['packages/core/test/publishing/kill.long.test.ts', []],
  ['packages/loader/test/resolution.test.ts', ['loader#test', 'loader#test:rest']],
  ['README.md', ['cli#test', 'cli#test:rest']],
  ['docs/loader.md', ['cli#test', 'cli#test:rest', 'loader#test', 'loader#test:rest']],
  ['examples/eleventy-site/package.json', ['e2e#test', 'e2e#test:rest']],
  ['docs/testing.md', ['cli#test', 'cli#test:rest']],
])('a change of %s has only the tasks run again that read it', async (file, tasks) => {
  expect((await rerunBy(file)).sort()).toEqual(tasks);
});

test('another version of Node, or other servers, have all run again', async () => {
  const after = await hashes('another');
  expect([...after].filter(([task, hash]) => before.get(task) === hash)).toEqual([]);
});
