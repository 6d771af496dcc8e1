import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

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

const CONFINES_FILES = PERMISSION !== undefined && process.allowedNodeEnvironmentFlags.has('--allow-addons');

let found: Promise<Confinement> | undefined;

/** Finds out which restrictions the platform supports, once: it starts a program. */
export function confinement(): Promise<Confinement> {
  found ??= findConfinement();
  return found;
}

/** The beginning of a command that runs without network. */
export async function withoutNetwork(): Promise<readonly string[]> {
  return (await confinement()).network ? NAMESPACE : [];
}

/**
 * Flags of Node that only let a program access the files that it needs.
 *
 * @param entry the program's file
 * @param fromSources whether it's loaded as TypeScript, by a loader that needs threads and a program
 */
export function permissionFlags(entry: string, fromSources: boolean, workFolders: string): string[] {
  if (!CONFINES_FILES || PERMISSION === undefined) return [];
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

async function findConfinement(): Promise<Confinement> {
  const [command, ...args] = NAMESPACE;
  const isPossible = () =>
    promisify(execFile)(command, [...args, 'true']).then(
      () => true,
      () => false,
    );
  return { files: CONFINES_FILES, network: process.platform === 'linux' && (await isPossible()) };
}
