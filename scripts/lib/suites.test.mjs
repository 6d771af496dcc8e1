import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listSources } from './file-listing.mjs';
import { packageOf } from './package-imports.mjs';
import { listFirstSuites, listLongSuites, listQuickSuites, listRestSuites } from './suites.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const coreOf = (suites) => suites.filter(({ cwd }) => cwd === 'packages/core');

beforeEach(() => vi.stubEnv('TEST_LONG_SHARE', undefined));
afterEach(() => vi.unstubAllEnvs());

const namesOf = (suites) => suites.map(({ name }) => name);

test('without a server, the core runs on the embedded database, which the summary says', () => {
  vi.stubEnv('TEST_DATABASE_URL', undefined);
  for (const list of [listFirstSuites, listRestSuites]) {
    expect(list(root)).toContainEqual(
      expect.objectContaining({ name: 'packages/core on PostgreSQL', needs: 'TEST_DATABASE_URL' }),
    );
  }
  expect(namesOf(coreOf(listFirstSuites(root)))).toEqual(['packages/core']);
  expect(namesOf(coreOf(listRestSuites(root)))).toEqual(['packages/core, the rest']);
  expect(namesOf(coreOf(listLongSuites(root)))).toEqual(['packages/core (long)']);
});

test('with a server, all rings together run the core whole on both databases, and nothing of it twice on one', () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://server');
  expect(namesOf(coreOf(listFirstSuites(root)))).toEqual(['packages/core on PostgreSQL']);
  const [onServer, embedded] = coreOf(listRestSuites(root));
  // The longest come first: two lanes would wait for them at the end.
  expect(namesOf(listRestSuites(root)).slice(0, 4)).toEqual(['build', onServer.name, embedded.name, 'e2e, the rest']);
  expect([onServer.name, onServer.after]).toEqual([
    'packages/core on PostgreSQL, the rest',
    ['packages/core on PostgreSQL'],
  ]);
  const rest = coreOf(listLongSuites(root)).find(({ name }) => name.endsWith('the rest'));
  for (const suite of [embedded, rest]) expect(suite.env).toHaveProperty('TEST_DATABASE_URL', undefined);
  expect(embedded.env.TEST_MACHINE).not.toBe(onServer.env.TEST_MACHINE);
  const manifest = JSON.parse(readFileSync(path.join(root, 'packages/core/package.json'), 'utf8'));
  const chosen = manifest.scripts['test:embedded'].split(' ').filter((word) => /^(src|test)\//.test(word));
  const excluded = rest.command.filter((part) => part.startsWith('--exclude='));
  expect(excluded).toEqual(chosen.map((part) => `--exclude=${part.endsWith('/') ? `${part}**` : part}`));
  for (const part of chosen) expect(existsSync(path.join(root, 'packages/core', part)), part).toBe(true);
});

test('a file that only the second ring runs says so by its name and by its tag', () => {
  // In one piece, vitest would take it for this file's own.
  const tag = `// ${'@module-tag'} full\n`;
  for (const file of listSources(root, ['packages', 'apps', 'e2e']).filter((file) => /\.test\.tsx?$/.test(file))) {
    const tagged = readFileSync(path.join(root, file), 'utf8').startsWith(tag);
    expect(tagged, file).toBe(file.includes('.full.test.'));
  }
});

test('each tag is written so that the rings see it', () => {
  const other = listSources(root, ['packages', 'apps', 'e2e']).filter((file) => {
    if (!/\.test\.ts$/.test(file)) return false;
    const source = readFileSync(path.join(root, file), 'utf8');
    return (
      /\btags\b\s*[:=](?! \['full'\])/.test(source) &&
      /^\s*(?:it|test|describe)\b.*\btags\b\s*[:=](?! \['full'\])/m.test(source)
    );
  });
  expect(other).toEqual([]);
});

test('each test file is one that its vitest runs', () => {
  const others = listSources(root, ['scripts', 'packages', 'apps', 'bench', 'e2e']).filter((file) =>
    (file.startsWith('scripts/') ? /\.(test|spec)\.(?!mjs$)\w+$/ : /\.(test|spec)\.(?!ts$)\w+$/).test(file),
  );
  expect(others).toEqual([]);
});

test('each package with tests has the tasks that the rings run', () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://server');
  const suites = [...listFirstSuites(root), ...listRestSuites(root)].filter(({ task }) => task);
  expect(suites.length).toBeGreaterThan(20);
  for (const { cwd, task, report } of suites) {
    const { scripts } = JSON.parse(readFileSync(path.join(root, cwd, 'package.json'), 'utf8'));
    const [command, ring, name = ''] = scripts[task].split(' ');
    expect([command, `.test/${name.replace('--name=', '') || ring}.json`]).toEqual(['stele-ring', report]);
  }
  const tested = new Set(
    listSources(root, ['packages', 'apps', 'e2e'])
      .filter((file) => /\.test\.ts$/.test(file))
      .map(packageOf),
  );
  expect(new Set(suites.map(({ cwd }) => cwd))).toEqual(tested);
});

test('where a part of the rounds is asked for, the commit decides which part of what is left out runs', () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://server');
  const shards = () =>
    coreOf(listLongSuites(root)).flatMap(({ command }) => command.filter((part) => part.startsWith('--shard=')));
  expect(shards()).toEqual([]);
  vi.stubEnv('TEST_LONG_SHARE', '0.1');
  expect(shards()).toEqual([expect.stringMatching(/^--shard=([1-9]|10)\/10$/)]);
  expect(shards()).toEqual(shards());
});

test('the long ring runs what is named so or does more in it, with TEST_LONG', () => {
  const [long] = coreOf(listLongSuites(root));
  expect(long.env).toEqual({ TEST_LONG: '1', TEST_LONG_SEED: expect.stringMatching(/^\d+$/) });
  expect(long.command).toEqual(
    expect.arrayContaining(['test/publishing/kill.long.test.ts', 'test/publishing/site-history.test.ts']),
  );
  expect(long.command).not.toContain('test/publishing/kill.full.test.ts');
  const names = listLongSuites(root).map(({ name }) => name);
  expect(names).toContain('e2e/astro-site.long.test.ts (long)');
  expect(names).toContain('packages/schema/test/linear-time.full.test.ts (long)');
  expect(names.slice(0, 2)).toEqual(['build', 'packages/core (long)']);
  expect(new Set(names).size).toBe(names.length);
});

test('with a part of the rounds, the long ring leaves out what would do no more than the second, file by file', () => {
  vi.stubEnv('TEST_LONG_SHARE', '0.05');
  const suites = coreOf(listLongSuites(root)).filter(({ name }) => name.endsWith('(long)'));
  const files = suites.map(({ command: [, , ...files] }) => files);
  expect(files).not.toContainEqual(['test/publishing/site-history.test.ts']);
  for (const file of ['test/publishing/kill.long.test.ts', 'test/limits.test.ts', 'test/fuzz/fuzz.full.test.ts']) {
    expect(files).toContainEqual([file]);
  }
});

test('every test that asks for rounds says how many in numbers, which decide whether the long ring runs it', () => {
  const unread = listSources(root, ['packages', 'apps', 'e2e']).filter((file) => {
    if (!/(?<!\.long)\.test\.[cm]?tsx?$/.test(file)) return false;
    const source = readFileSync(path.join(root, file), 'utf8');
    return source.split(/\brounds\(/).length !== source.split(/\brounds\(\{ short: [\d_]+, long: [\d_]+ \}\)/).length;
  });
  expect(unread).toEqual([]);
});

test('what runs the build comes after it, and all else beside it', () => {
  const suites = listFirstSuites(root);
  const after = (part) => suites.find(({ name }) => name.startsWith(part)).after;
  expect([after('e2e'), after('types')]).toEqual([['build'], ['build']]);
  expect([after('packages/core'), after('packages/schema'), after('lint')]).toEqual([undefined, undefined, undefined]);

  vi.stubEnv('TEST_LONG_SHARE', '0.05');
  const long = new Map(listLongSuites(root).map((suite) => [suite.name, suite.after]));
  for (const file of ['loader/test/next-export', 'cli/test/init-builds', 'server/test/installed']) {
    expect(long.get(`packages/${file}.long.test.ts (long)`), file).toEqual(['build']);
  }
});

test('a file is answered by its lint, its types and the nearest tests, without a build', () => {
  const { suites, notes } = listQuickSuites(root, ['packages/schema/src/index.ts', 'README.md']);
  expect(suites.map(({ name }) => name.replace(/ .*/, ''))).toEqual(expect.arrayContaining(['lint', 'types']));
  expect(suites.map(({ name }) => name)).not.toContain('build');
  expect(suites.filter(({ command }) => command[0] === 'vitest').length).toBeGreaterThan(0);
  expect(notes).toContain('No test imports README.md.');
});

test('a file that only the browser tests use is built first', () => {
  const { suites } = listQuickSuites(root, ['e2e/admin/sign-in.test.ts']);
  expect(suites.map(({ name }) => name)).toEqual(['build', 'e2e (sign-in.test.ts)', 'types', 'lint']);
});
