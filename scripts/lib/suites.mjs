import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSources } from './file-listing.mjs';

/**
 * One line of the summary.
 * - `command`: a program (of node_modules/.bin, or `vitest`) with its arguments; a `vitest` counts its tests, all others
 *   count as one.
 * - `cwd`: relative to the root.
 * - `env`: set for it; undefined takes a variable away.
 * - `needs`: a variable without which it's skipped.
 * - `seconds`: its time; what takes longer hangs: it's killed, and has failed.
 * - `lane`: suites of one lane run one after another, both lanes beside each other, and then those of any lane; those
 *   without one run before all others.
 *
 * @typedef {{
 *   name: string, command: string[], cwd?: string, env?: Record<string, string | undefined>, needs?: string, seconds: number,
 *   lane?: 'e2e' | 'core' | 'any',
 * }} Suite
 */

/** Peers that single tests use when they are there, and skip themselves without. */
export const PEERS = ['TEST_REDIS_URL', 'TEST_S3_ENDPOINT'];

const CORE = 'packages/core';

/**
 * Tests of the core that look at what differs from database to database. They run on both in the short ring; all others
 * run on PostgreSQL when there's a server, and on the embedded database in the long ring or when there's none.
 */
const DIFFERS_BY_DATABASE = [
  'src/platform/database/',
  'test/database/',
  'test/media/usage-property.test.ts',
  'test/publishing/invariants.test.ts',
  'test/publishing/kill.test.ts',
  'test/domains/entries-at-once.test.ts',
  'test/domains/idempotency.test.ts',
  'test/jobs/',
  'test/statement-budgets.test.ts',
];

/** A package's tests hang when they take longer: ten times as long as on two cores that do nothing else. */
const SHORT_SECONDS = 2400;
const LONG_SECONDS = 7200;

/**
 * The short ring, in this order: everything that a change can break.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listShortSuites(root) {
  const env = { TEST_LONG: undefined };
  const server = Boolean(process.env.TEST_DATABASE_URL);
  return [
    { name: 'lint', command: ['biome', 'check', '.'], seconds: 600 },
    { name: 'types', command: ['turbo', 'run', 'typecheck', '--ui=stream'], seconds: 1800 },
    BUILD,
    ...listTests(root).map(({ folder }) => ({
      name: folder === CORE && server ? `${CORE} on PostgreSQL` : folder,
      command: ['vitest', 'run'],
      cwd: folder,
      lane: laneOf(folder),
      env,
      seconds: SHORT_SECONDS,
    })),
    server
      ? {
          name: `${CORE} on the embedded database`,
          command: ['vitest', 'run', ...DIFFERS_BY_DATABASE],
          cwd: CORE,
          lane: 'core',
          env: { ...env, TEST_DATABASE_URL: undefined },
          seconds: SHORT_SECONDS,
        }
      : { name: `${CORE} on PostgreSQL`, command: ['vitest'], needs: 'TEST_DATABASE_URL', lane: 'core', seconds: 1 },
  ];
}

/**
 * The long ring: what finds rare faults, and large projects; and with a server, what the short ring left out on the
 * embedded database: a third of that where TEST_LONG_SHARE asks for less than all.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listLongSuites(root) {
  const suites = listTests(root).flatMap(({ folder, files }) => {
    const long = files.filter((file) => isLong(path.join(root, folder, file)));
    if (long.length === 0) return [];
    const suite = { name: `${folder} (long)`, command: ['vitest', 'run', ...long], cwd: folder, lane: laneOf(folder) };
    return { ...suite, env: { TEST_LONG: '1' }, seconds: LONG_SECONDS };
  });
  const part = partOfRest(root);
  const rest = {
    name: `${CORE} on the embedded database, the rest${part.name}`,
    command: [
      'vitest',
      'run',
      ...part.arguments,
      ...DIFFERS_BY_DATABASE.map((part) => `--exclude=${part.replace(/\/$/, '/**')}`),
    ],
    cwd: CORE,
    lane: 'any',
    env: { TEST_LONG: undefined, TEST_DATABASE_URL: undefined },
    seconds: LONG_SECONDS,
  };
  return [BUILD, ...suites, ...(process.env.TEST_DATABASE_URL ? [rest] : [])];
}

const BUILD = { name: 'build', command: ['turbo', 'run', 'build', '--ui=stream'], seconds: 1800 };

/** The core's tests and the browser's take the longest; all others go wherever there's time. */
function laneOf(folder) {
  return { [CORE]: 'core', e2e: 'e2e' }[folder] ?? 'any';
}

/** Which third of the rest is run where a part of the rounds is: the commit decides, so that a second run does the same. */
function partOfRest(root) {
  const share = Number(process.env.TEST_LONG_SHARE || 1);
  if (share >= 1) return { name: '', arguments: [] };
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const part = `${(Number.parseInt(commit.slice(0, 8), 16) % 3) + 1}/3`;
  return { name: ` (part ${part})`, arguments: [`--shard=${part}`] };
}

/** Whether a test does more in the long ring: it's named so, or reads TEST_LONG, by itself or through a support file. */
function isLong(file) {
  const reads = /process\.env\.TEST_LONG\b|\/(rounds|corpus|growth)\.ts'/;
  return /\.long\.test\.[cm]?[jt]s$/.test(file) || reads.test(readFileSync(file, 'utf8'));
}

/** The scripts, and all packages and apps, that have tests; with their files, relative to their folder. */
function listTests(root) {
  const folders = new Map();
  for (const file of listSources(root, ['scripts', 'packages', 'apps', 'bench', 'e2e'])) {
    if (!/\.test\.[cm]?tsx?$|\.test\.mjs$/.test(file)) continue;
    const [top, name] = file.split(path.sep);
    const folder = top === 'packages' || top === 'apps' ? `${top}/${name}` : top;
    folders.set(folder, [...(folders.get(folder) ?? []), path.relative(folder, file)]);
  }
  return [...folders].map(([folder, files]) => ({ folder, files }));
}
