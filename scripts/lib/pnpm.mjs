import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listSources } from './file-listing.mjs';
import { runCommand } from './run-command.mjs';

const ENVIRONMENT = {
  // No one can answer a question.
  CI: 'true',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};

/**
 * Runs pnpm, of the version that package.json names, in the project: an installed one, or one that npm fetches.
 *
 * @param {string} root
 * @param {string[]} args
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export function runPnpm(root, args, options = {}) {
  const [program, ...first] = pnpmCommand(root);
  return runCommand(program, [...first, ...args], { ...options, cwd: root, env: { ...ENVIRONMENT, ...options.env } });
}

/**
 * Installs the dependencies that the lock file names, unless they are.
 *
 * @param {string} root
 * @throws Error with pnpm's output when it fails.
 */
export async function installDependencies(root) {
  const stamp = path.join(root, 'node_modules', '.stele-install');
  const wanted = digestManifests(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies; the first time this takes a minute or two.');
  const { code, output } = await runPnpm(root, ['install', '--frozen-lockfile', '--reporter=append-only'], {
    onLine: progressPrinter(),
  });
  if (code !== 0) throw new Error(`${output}\n\nInstalling the dependencies failed.`);
  writeFileSync(stamp, wanted);
}

let command;

function pnpmCommand(root) {
  if (command === undefined) {
    const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const version = packageManager.replace(/^pnpm@/, '').replace(/\+.*$/, '');
    // Runs outside the project: inside, some versions fetch and become the one that package.json names.
    const installed = spawnSync('pnpm', ['--version'], { cwd: tmpdir(), encoding: 'utf8' });
    command = installed.stdout?.trim() === version ? ['pnpm'] : ['npx', '--yes', `pnpm@${version}`];
  }
  return command;
}

function digestManifests(root) {
  const manifests = listSources(root, ['packages', 'apps', 'bench']).filter(
    (file) => path.basename(file) === 'package.json',
  );
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    hash.update(`\n${file}\n`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** Prints pnpm's own progress every few seconds. */
function progressPrinter() {
  let last = Date.now();
  return (line) => {
    if (!line.startsWith('Progress:') || Date.now() - last < 3000) return;
    last = Date.now();
    console.log(`  ${line}`);
  };
}
