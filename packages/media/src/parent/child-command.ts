import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissionFlags, withoutNetwork } from './confinement.ts';

/** A program with its arguments and its environment. */
export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: typeof process.env;
}

/** Variables that a child gets from its parent. It never sees secrets of the parent's environment. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG', 'LD_LIBRARY_PATH'];

/** How many pictures a child makes at the same time, each in one thread, so that the bytes are the same everywhere. */
const THREADS = 4;

/** The part of a child's memory for JavaScript's heap. */
const HEAP_PART = 0.6;

/**
 * The command that starts a child. On Linux, the kernel limits its memory (by RLIMIT_DATA, which counts written memory; JavaScript
 * reserves far more address space than it uses). If the platform supports it, the child has no network and can only open a few
 * files. When run from sources, it's loaded as TypeScript.
 *
 * @param workFolders glob of the names of folders for temporary files that it may use
 */
export async function childCommand(memoryMegabytes: number, workFolders: string): Promise<ChildCommand> {
  const here = fileURLToPath(import.meta.url);
  const fromSources = path.extname(here) === '.ts';
  const entry = path.join(path.dirname(here), '..', 'child', fromSources ? 'main.ts' : 'main.js');
  const node = [
    ...(await withoutNetwork()),
    process.execPath,
    `--max-old-space-size=${Math.round(memoryMegabytes * HEAP_PART)}`,
    ...permissionFlags(entry, fromSources, workFolders),
    ...(fromSources ? ['--conditions=@stele/source', `--import=${typeScriptLoader()}`] : []),
    entry,
  ];
  const limited = process.platform === 'linux' && existsSync('/bin/sh');
  const [command = process.execPath, ...args] = limited
    ? ['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(memoryMegabytes * 1024), ...node]
    : node;
  return { command, args, env: childEnvironment() };
}

function childEnvironment(): typeof process.env {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (!PASSED_ON.includes(name)) delete env[name];
  return Object.assign(env, { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: String(THREADS), NODE_NO_WARNINGS: '1' });
}

function typeScriptLoader(): string {
  return createRequire(import.meta.url).resolve('tsx');
}
