import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The restrictions that this platform supports for processes that read uploaded files. */
export interface Confinement {
  /** Whether their JavaScript can only open programs and work folders, and can't start programs. */
  readonly files: boolean;
  /** Whether they have no network. */
  readonly network: boolean;
}

/** This version's flag for Node's permissions. Native code needs a permission of its own, which older versions don't have. */
const PERMISSION = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
const NAMESPACE = ['unshare', '--user', '--net', '--map-current-user'] as const;

let found: Confinement | undefined;

/** Finds out which restrictions the platform supports, once. */
export function confinement(): Confinement {
  found ??= {
    files: PERMISSION !== undefined && process.allowedNodeEnvironmentFlags.has('--allow-addons'),
    network: process.platform === 'linux' && isPossible(NAMESPACE),
  };
  return found;
}

/** The beginning of a command that runs without network. */
export function withoutNetwork(): readonly string[] {
  return confinement().network ? NAMESPACE : [];
}

/**
 * Flags of Node that only let a program access the files that it needs.
 *
 * @param entry the program's file
 * @param fromSources whether it's loaded as TypeScript, by a loader that needs threads and a program
 */
export function permissionFlags(entry: string, fromSources: boolean, workFolders: string): string[] {
  if (!confinement().files || PERMISSION === undefined) return [];
  const { resolve } = createRequire(entry);
  // Packages are looked up in each of these folders, where they may be links.
  const packages = (resolve.paths('sharp') ?? []).filter((place) => existsSync(place));
  const roots = outermost([
    ...[entry, resolve('sharp')].map(rootOf),
    ...packages.map((place) => `${place}${path.sep}`),
  ]);
  // The loader of TypeScript has a folder for its output.
  const temporary = [workFolders, ...(fromSources ? ['tsx-*'] : [])].map((name) => path.join(tmpdir(), name));
  const read = [...roots.map((root) => `${root}*`), ...temporary].map((place) => `--allow-fs-read=${place}`);
  const write = temporary.map((place) => `--allow-fs-write=${place}`);
  const loader = fromSources ? ['--allow-worker', '--allow-child-process'] : [];
  return [PERMISSION, '--allow-addons', ...loader, ...read, ...write];
}

/** Folders without those inside another one: with nested folders, Node 20.19 finds no packages of the outer one. */
function outermost(folders: readonly string[]): string[] {
  return [...new Set(folders)].filter((one, _, all) => !all.some((other) => other !== one && one.startsWith(other)));
}

/** The `node_modules` folder of a file, or else its own package; ends with a separator. */
function rootOf(file: string): string {
  const marker = `${path.sep}node_modules${path.sep}`;
  const at = file.indexOf(marker);
  return at === -1 ? `${path.resolve(path.dirname(file), '../..')}${path.sep}` : file.slice(0, at + marker.length);
}

function isPossible([command, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
