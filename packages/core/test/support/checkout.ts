import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const git = (...words: string[]) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });

/** The commit before the one that added a file, the last one before it's added; null when the history here doesn't say. */
export function commitBefore(file: string): string | null {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', file).stdout?.trim();
  const parent = git('rev-parse', '--verify', '--quiet', added ? `${added}^` : 'HEAD');
  return parent.status === 0 ? parent.stdout.trim() : null;
}

/** An earlier commit in a folder of its own, ready to run from its sources with the packages that are installed here. */
export function checkOut(commit: string): { readonly directory: string; readonly remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'stele-checkout-'));
  const archive = path.join(directory, 'checkout.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  execFileSync('tar', ['--extract', '--file', archive, '--directory', directory]);
  const text = (root: string) => readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  if (text(directory) === text(ROOT)) linkPackages(directory);
  else installPackages(directory);
  const core = path.join(directory, 'packages', 'core');
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: core, stdio: 'ignore' });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Installs what an earlier lock file names, by the pnpm that its package.json names. */
function installPackages(directory: string): void {
  const { packageManager } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
  const [pnpm = 'pnpm'] = String(packageManager).split('+');
  execFileSync('npx', ['--yes', pnpm, 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: directory });
}

/** Links what is installed here: other packages where they are, packages of the workspace to their own version. */
function linkPackages(directory: string): void {
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(path.join(directory, group))) {
      const installed = path.join(ROOT, group, name, 'node_modules');
      if (!existsSync(installed)) continue;
      const own = path.join(directory, group, name, 'node_modules');
      mkdirSync(own, { recursive: true });
      for (const entry of readdirSync(installed).filter((each) => !each.startsWith('.'))) {
        cpSync(path.join(installed, entry), path.join(own, entry), { recursive: true, verbatimSymlinks: true });
      }
    }
  }
}
