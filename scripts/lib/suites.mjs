import path from 'node:path';
import { listSources } from './file-listing.mjs';

/**
 * One line of the summary.
 * - `command`: a program (of node_modules/.bin, or `vitest`) with its arguments; a `vitest` counts its tests, all others
 *   count as one.
 * - `cwd`: relative to the root.
 * - `env`: set for it; undefined takes a variable away.
 * - `needs`: a variable without which it's skipped.
 * - `seconds`: its time; what takes longer is killed, and has failed.
 * - `lane`: suites of one lane run one after another, both lanes beside each other, and then those of any lane; those
 *   without one run before all others.
 *
 * @typedef {{
 *   name: string, command: string[], cwd?: string, env?: Record<string, string | undefined>, needs?: string, seconds: number,
 *   lane?: 'built' | 'core' | 'any',
 * }} Suite
 */

/** Peers that single tests use when they are there, and skip themselves without. */
export const PEERS = ['TEST_REDIS_URL', 'TEST_S3_ENDPOINT'];

/** Packages whose tests run a second time on a PostgreSQL server. */
const ON_POSTGRESQL = ['packages/core'];

/**
 * Everything that `npm test` runs, in this order.
 *
 * @param {string} root
 * @returns {Suite[]}
 */
export function listSuites(root) {
  const tested = listTestedFolders(root);
  return [
    { name: 'lint', command: ['biome', 'check', '.'], seconds: 120 },
    { name: 'types', command: ['turbo', 'run', 'typecheck', '--ui=stream'], seconds: 600 },
    { name: 'build', command: ['turbo', 'run', 'build', '--ui=stream'], seconds: 900 },
    ...tested.map((folder) => ({
      name: folder,
      command: ['vitest', 'run'],
      cwd: folder,
      lane: laneOf(folder),
      env: { TEST_DATABASE_URL: undefined, TEST_SERVER_FOLLOWS: followedByServer(folder) ? '1' : undefined },
      // Without a server, one kills a process two hundred times: some six minutes on two cores that do nothing else.
      seconds: 2400,
    })),
    ...tested
      .filter((folder) => ON_POSTGRESQL.includes(folder))
      .map((folder) => ({
        name: `${folder} on PostgreSQL`,
        command: ['vitest', 'run'],
        cwd: folder,
        lane: 'core',
        needs: 'TEST_DATABASE_URL',
        seconds: 1500,
      })),
  ];
}

/** Whether what takes long may be left to a second run, on a server. */
function followedByServer(folder) {
  return ON_POSTGRESQL.includes(folder) && Boolean(process.env.TEST_DATABASE_URL);
}

/**
 * What runs built files mustn't run beside what may build them anew. The core's tests read sources, and take the longest;
 * what else reads sources alone goes wherever there's time.
 */
function laneOf(folder) {
  if (folder === 'packages/core') return 'core';
  return folder.startsWith('apps/') || ['e2e', 'packages/cli', 'packages/loader'].includes(folder) ? 'built' : 'any';
}

/** The scripts, and all packages and apps, that have tests. */
function listTestedFolders(root) {
  const tests = listSources(root, ['scripts', 'packages', 'apps', 'bench', 'e2e']).filter((file) =>
    /\.test\.[cm]?tsx?$|\.test\.mjs$/.test(file),
  );
  const folders = tests.map((file) => {
    const [top, name] = file.split(path.sep);
    return top === 'packages' || top === 'apps' ? `${top}/${name}` : top;
  });
  return [...new Set(folders)];
}
