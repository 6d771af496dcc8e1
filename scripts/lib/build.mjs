import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestListing, listSources } from './file-listing.mjs';
import { runPnpm } from './pnpm.mjs';

const SOURCES = ['packages', 'apps', 'prisma', 'package.json', 'pnpm-lock.yaml', 'turbo.json', 'tsconfig.base.json'];

/** The apps that are started, and the command, each built with the packages that it needs. */
const APPS = ['@stele/server', '@stele/cli'];

/** Files that a build writes: without these, nothing counts as built. */
const RESULTS = [
  'apps/api/dist/main.js',
  'apps/content/dist/main.js',
  'apps/admin/out/index.html',
  'packages/server/dist/index.js',
  'packages/server/dist/THIRD-PARTY-LICENSES.txt',
  'packages/cli/dist/main.js',
];

const BUILD = [
  ...['exec', 'turbo', 'run', 'build', '--ui=stream', '--log-order=grouped'],
  ...APPS.map((app) => `--filter=${app}`),
];

/** A build may write a source file, such as a type declaration, for the first time; the next round finds nothing new. */
const MOST_ROUNDS = 3;

/**
 * Builds the apps, unless no source has changed since the last time.
 *
 * @param {string} root
 * @throws Error with the output of what failed.
 */
export async function buildApps(root) {
  const stamp = path.join(root, 'node_modules', '.stele-build');
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const sources = digestListing(root, listSources(root, SOURCES));
    const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
    if (built && RESULTS.every((file) => existsSync(path.join(root, file)))) return;
    if (round === 1) console.log('Building; the first time this takes a minute or two.');
    const { code, output } = await runPnpm(root, BUILD, {
      onLine: printTask,
    });
    if (code !== 0) throw new Error(`${output}\n\nThe build failed.`);
    writeFileSync(stamp, sources);
  }
}

function printTask(line) {
  const [, name] = /^(\S+):build: cache miss, executing/.exec(line) ?? [];
  if (name) console.log(`  built ${name}`);
}
