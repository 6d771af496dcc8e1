import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listSources } from './file-listing.mjs';
import { listLongSuites, listQuickSuites, listShortSuites } from './suites.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const coreOf = (suites) => suites.filter(({ cwd }) => cwd === 'packages/core');

beforeEach(() => vi.stubEnv('TEST_LONG_SHARE', undefined));
afterEach(() => vi.unstubAllEnvs());

test('the core runs whole on the embedded database while there is no server, which the summary says', () => {
  vi.stubEnv('TEST_DATABASE_URL', undefined);
  const suites = listShortSuites(root);
  expect(coreOf(suites).map(({ name, command }) => [name, command])).toEqual([['packages/core', ['vitest', 'run']]]);
  expect(suites).toContainEqual(
    expect.objectContaining({ name: 'packages/core on PostgreSQL', needs: 'TEST_DATABASE_URL' }),
  );
  expect(coreOf(listLongSuites(root)).map(({ name }) => name)).toEqual(['packages/core (long)']);
});

test('with a server both rings together run the core whole on both databases, and nothing of it twice on one', () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://server');
  const [server, embedded] = coreOf(listShortSuites(root));
  expect([server.command, server.env]).toEqual([['vitest', 'run'], { TEST_LONG: undefined }]);
  const rest = coreOf(listLongSuites(root)).find(({ name }) => name.endsWith('the rest'));
  for (const suite of [embedded, rest]) expect(suite.env).toHaveProperty('TEST_DATABASE_URL', undefined);
  const excluded = rest.command.filter((part) => part.startsWith('--exclude='));
  const chosen = embedded.command.slice(2);
  expect(excluded).toEqual(chosen.map((part) => `--exclude=${part.endsWith('/') ? `${part}**` : part}`));
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
  expect(long.command).not.toContain('test/publishing/kill.test.ts');
  const names = listLongSuites(root).map(({ name }) => name);
  expect(names).toContain('e2e/astro-site.long.test.ts (long)');
  expect(names.slice(0, 2)).toEqual(['build', 'packages/core (long)']);
  expect(new Set(names).size).toBe(names.length);
});

test('with a part of the rounds, the long ring leaves out what would do no more than the short one', () => {
  vi.stubEnv('TEST_LONG_SHARE', '0.05');
  const [long] = coreOf(listLongSuites(root));
  expect(long.command).not.toContain('test/publishing/site-history.test.ts');
  expect(long.command).toEqual(
    expect.arrayContaining(['test/publishing/kill.long.test.ts', 'test/limits.test.ts', 'test/fuzz/fuzz.test.ts']),
  );
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
  const suites = listShortSuites(root);
  const after = (part) => suites.find(({ name }) => name.startsWith(part)).after;
  expect([after('e2e'), after('types')]).toEqual([['build'], ['build']]);
  expect([after('packages/core'), after('packages/schema'), after('lint')]).toEqual([undefined, undefined, undefined]);
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
