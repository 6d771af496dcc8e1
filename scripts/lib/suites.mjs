import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { listSources } from './file-listing.mjs';
import { nearestTests } from './nearest-tests.mjs';
import { packageOf } from './package-imports.mjs';

/**
 * One line of the summary.
 * - `task`: a task of turbo, of the package in `cwd`; it isn't run again while its inputs are as they were.
 * - `command`: without a task, a program (of node_modules/.bin, or `vitest`) with its arguments; a `vitest` counts its
 *   tests, all others count as one.
 * - `report`: where a task leaves vitest's report, relative to the package.
 * - `cwd`: relative to the root.
 * - `env`: variables set for it; undefined removes one.
 * - `needs`: a variable; without it, the suite is skipped.
 * - `after`: suites that end before it begins.
 * - `onDisk`: its temporary files are too large for memory.
 * - `seconds`: its time limit; a suite that takes longer is killed, and has failed.
 *
 * @typedef {{
 *   name: string, task?: string, report?: string, command?: string[], cwd?: string,
 *   env?: Record<string, string | undefined>, needs?: string, after?: string[], onDisk?: boolean, seconds: number,
 * }} Suite
 */

/** Servers that some tests use when there are any; without, they skip themselves. */
export const PEERS = ['TEST_REDIS_URL', 'TEST_S3_ENDPOINT'];

const CORE = 'packages/core';
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Test files that only the second ring runs, the mark of single tests of it, and files that only the long ring runs. */
const FULL = /\.full\.test\.[cm]?[jt]sx?$/;
const FULL_TAG = /\btags: \['full'\]/;
const LONG = /\.long\.test\.[cm]?[jt]sx?$/;

/** Packages whose tests run built programs, and what other test files say where the build is missing that they run. */
const RUNS_THE_BUILD = /^(e2e|apps\/api|packages\/(create-stele|server))$/;
const SAYS_BUILD_FIRST = /\bfirst: pnpm build\b/;

/** Suites of these begin in this order, the others after them. */
const LONGEST = [CORE, 'e2e', 'packages/cli'];

/** A package's tests hang when they take longer: five times as long as on two cores that do nothing else. */
const SECONDS = 3600;
const LONG_SECONDS = 7200;

const BUILD = { name: 'build', command: ['turbo', 'run', 'build', '--ui=stream'], seconds: 1800 };
const SCRIPTS = { name: 'scripts', cwd: 'scripts', seconds: SECONDS };
const LINT = { name: 'lint', command: ['biome', 'check', '.'], seconds: 600 };

/**
 * The first ring, `npm test`: suites that show quickly that nothing important is broken.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listFirstSuites(root) {
  return [
    BUILD,
    ...listTasks(root, 'test', 'first', (file) => !FULL.test(file)),
    ...(process.env.TEST_DATABASE_URL ? [] : [withoutServer()]),
    checkTypes(['packages/*', 'apps/*', 'e2e', 'bench']),
    LINT,
    { ...SCRIPTS, command: ['vitest', 'run', '--exclude=**/*.full.test.mjs'] },
  ];
}

/**
 * The rest of the second ring, `npm run test:all`: with the first, everything that a change can break.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listRestSuites(root) {
  return longestFirst([
    BUILD,
    ...listTasks(root, 'test:rest', 'rest', hasFullTests).map((suite) => ({
      ...suite,
      name: `${suite.name}, the rest`,
      // The core's answers are compared with the document once all its tests have run.
      ...(suite.cwd === CORE && { after: [suite.name] }),
    })),
    ...(process.env.TEST_DATABASE_URL ? [embedded()] : [withoutServer()]),
    { ...SCRIPTS, name: 'scripts, the rest', command: ['vitest', 'run', '.full.'], after: ['build'] },
  ]);
}

/**
 * The first and the second ring.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listAllSuites(root) {
  // Both begin with the build.
  const suites = new Map([...listFirstSuites(root), ...listRestSuites(root)].map((suite) => [suite.name, suite]));
  return longestFirst([...suites.values()]);
}

/** Behind the build, which others need, the longest suites, so that no lane is idle at the end. */
function longestFirst(suites) {
  return suites.toSorted((a, b) => Number(b.name === 'build') - Number(a.name === 'build') || rank(a) - rank(b));
}

function hasFullTests(file) {
  return FULL.test(file) || FULL_TAG.test(readFileSync(file, 'utf8'));
}

/** A task for each package that has such tests. */
function listTasks(root, task, report, isIncluded) {
  return listTests(root)
    .filter(({ folder }) => folder !== 'scripts')
    .map(({ folder, files }) => ({
      folder,
      files: files.filter((file) => !LONG.test(file) && isIncluded(path.join(root, folder, file))),
    }))
    .filter(({ files }) => files.length > 0)
    .map(({ folder, files }) => ({
      name: folder === CORE && process.env.TEST_DATABASE_URL ? `${CORE} on PostgreSQL` : folder,
      task,
      report: `.test/${report}.json`,
      ...placeOf(root, folder, files),
      env: { TEST_MACHINE: describeMachine(process.env) },
      seconds: SECONDS,
    }));
}

/** The tests of the core whose subject differs between databases, on the one that is embedded. */
function embedded() {
  return {
    name: `${CORE} on the embedded database`,
    task: 'test:embedded',
    report: '.test/embedded.json',
    cwd: CORE,
    env: {
      TEST_DATABASE_URL: undefined,
      TEST_MACHINE: describeMachine({ ...process.env, TEST_DATABASE_URL: undefined }),
    },
    seconds: SECONDS,
  };
}

function withoutServer() {
  return { name: `${CORE} on PostgreSQL`, command: ['vitest'], needs: 'TEST_DATABASE_URL', seconds: 1 };
}

/** Programs that some tests run where they're installed. */
const PROGRAMS = ['promtool', 'caddy', 'openssl', 'zsh', 'bash', 'fish', 'pg_dump'];

/** Facts besides files that decide how a test ends: the platform, servers, browsers and programs that are there, and the seed. */
function describeMachine(env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [
    process.platform,
    process.arch,
    process.version,
    process.getuid?.() === 0 ? 'root' : 'user',
    ...['TEST_DATABASE_URL', ...PEERS].filter((peer) => env[peer]),
    ...['/usr/bin/chromium', path.join(homedir(), '.cache', 'ms-playwright')].filter(existsSync),
    ...PROGRAMS.filter((program) => folders.some((folder) => existsSync(path.join(folder, program)))),
    `postgres=${existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : ''}`,
    `seed=${env.TEST_SEED ?? ''}`,
    `photos=${env.STELE_PHOTOS ?? ''}`,
  ].join(' ');
}

/** The paths of the core's tests whose subject differs between databases, as its package.json names them. */
function differsByDatabase(root) {
  const { scripts } = JSON.parse(readFileSync(path.join(root, CORE, 'package.json'), 'utf8'));
  return scripts['test:embedded'].split(' ').filter((word) => /^(src|test)\//.test(word));
}

/**
 * The long ring: searches for rare faults, and tests of large projects; and with a server, the tests that the second ring
 * didn't run on the embedded database, or the part of them that TEST_LONG_SHARE asks for. When all is asked for, the core
 * comes first; otherwise the commit decides with which file it begins, so that time that runs out doesn't always leave out
 * the same.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listLongSuites(root) {
  const suites = listTests(root).flatMap(({ folder, files }) => {
    const long = files.filter((file) => isLong(path.join(root, folder, file)));
    // The core's files share what they start; the others build websites and programs of their own.
    const isOne = folder === CORE && longShare() >= 1;
    const groups = isOne ? [long] : long.map((file) => [file]);
    return groups.map((group) => ({
      name: isOne ? `${CORE} (long)` : `${folder}/${group[0]} (long)`,
      command: ['vitest', 'run', ...group],
      ...placeOf(root, folder, group),
      env: { TEST_LONG: '1', TEST_LONG_SEED: String(numberOfCommit(root)) },
      onDisk: folder !== CORE,
      seconds: LONG_SECONDS,
    }));
  });
  const core = longShare() >= 1 ? suites.filter(({ cwd }) => cwd === CORE) : [];
  const others = suites.filter((suite) => !core.includes(suite));
  const first = numberOfCommit(root) % others.length;
  const part = partOfRest(root);
  const rest = {
    name: `${CORE} on the embedded database, the rest${part.name}`,
    command: [
      'vitest',
      'run',
      ...part.arguments,
      ...differsByDatabase(root).map((part) => `--exclude=${part.replace(/\/$/, '/**')}`),
    ],
    cwd: CORE,
    env: { TEST_LONG: undefined, TEST_DATABASE_URL: undefined },
    seconds: LONG_SECONDS,
  };
  const ordered = [...core, ...others.slice(first), ...others.slice(0, first)];
  return [BUILD, ...ordered, ...(process.env.TEST_DATABASE_URL ? [rest] : [])];
}

/**
 * The tests that show soonest whether some files are right, with their lint and types.
 *
 * @param {string} root
 * @param {string[]} files relative to the root
 * @returns {{ suites: Suite[], notes: string[] }} `notes`: the checks that only the whole run has.
 */
export function listQuickSuites(root, files) {
  const { tests, more, untested } = nearestTests(root, files);
  const folders = byFolder(tests);
  const typed = [...new Set(files.filter((file) => /\.tsx?$/.test(file)).map(packageOf))];
  const suites = [...folders].map(([folder, chosen]) => ({
    name: `${folder} (${chosen.map((file) => path.basename(file)).join(', ')})`,
    command: ['vitest', 'run', ...chosen],
    ...placeOf(root, folder, chosen),
    env: { TEST_LONG: chosen.some((file) => file.includes('.long.')) ? '1' : undefined },
    seconds: LONG_SECONDS,
  }));
  const build = suites.some(({ after }) => after) ? [BUILD] : [];
  return {
    suites: [
      ...build,
      ...suites,
      ...(typed.length > 0 ? [checkTypes(typed)] : []),
      { ...LINT, command: ['biome', 'check', '--no-errors-on-unmatched', ...files] },
    ],
    notes: [
      ...untested.map((file) => `No test imports ${file}.`),
      ...(more > 0 ? [`${more} more test files reach what changed; npm test runs all.`] : []),
    ],
  };
}

/** The type check of some folders and of those that they import. */
function checkTypes(folders) {
  const script = `turbo run generate typegen --ui=stream --output-logs=errors-only && tsc -b ${folders.join(' ')}`;
  return { name: 'types', command: ['sh', '-c', script], after: ['build'], seconds: 1800 };
}

/** Where tests of a folder run, and after what. @param files relative to it */
function placeOf(root, folder, files) {
  const runsTheBuild =
    RUNS_THE_BUILD.test(folder) ||
    files.some((file) => SAYS_BUILD_FIRST.test(readFileSync(path.join(root, folder, file), 'utf8')));
  return { cwd: folder, ...(runsTheBuild && { after: ['build'] }) };
}

/** Which part of the rest runs when only a share is wanted: the commit decides, so that a second run does the same. */
function partOfRest(root) {
  const share = longShare();
  if (share >= 1) return { name: '', arguments: [] };
  const parts = Math.round(1 / share);
  const part = `${(numberOfCommit(root) % parts) + 1}/${parts}`;
  return { name: ` (part ${part})`, arguments: [`--shard=${part}`] };
}

/** A number that is another one for each commit, for choices that a second run makes again. */
function numberOfCommit(root) {
  return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 8), 16);
}

/**
 * Whether a test does more in the long ring: its name says so, it or a support file of it reads TEST_LONG, it takes its
 * cases from `someOf`, or the share of its rounds that TEST_LONG_SHARE asks for is more than the second ring does.
 */
function isLong(file) {
  if (LONG.test(file)) return true;
  const source = readFileSync(file, 'utf8');
  if (/process\.env\.TEST_LONG\b|\bsomeOf\(|\/corpus\.ts'|@stele\/testing\/growth'/.test(source)) return true;
  const number = (digits) => Number(digits.replaceAll('_', ''));
  return [...source.matchAll(/\brounds\(\{ short: ([\d_]+), long: ([\d_]+) \}\)/g)].some(
    ([, short, long]) => number(long) * longShare() > number(short),
  );
}

/** Which part of the long ring's rounds is asked for: 1 for all. */
function longShare() {
  return Number(process.env.TEST_LONG_SHARE || 1);
}

/** The scripts, and all packages and apps, that have tests; with their files, relative to their folder. */
function listTests(root) {
  const tests = listSources(root, ['scripts', 'packages', 'apps', 'bench', 'e2e']).filter((file) =>
    /\.test\.([cm]?tsx?|mjs)$/.test(file),
  );
  return [...byFolder(tests)].map(([folder, files]) => ({ folder, files })).sort((a, b) => rank(a) - rank(b));
}

function rank({ folder, cwd = folder }) {
  return LONGEST.includes(cwd) ? LONGEST.indexOf(cwd) : LONGEST.length;
}

/** Folder of a package or app → its files, relative to it. */
function byFolder(files) {
  const folders = new Map();
  for (const file of files) {
    const folder = packageOf(file);
    folders.set(folder, [...(folders.get(folder) ?? []), path.relative(folder, file)]);
  }
  return folders;
}
