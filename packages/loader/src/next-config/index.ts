import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';
import { checkFinishOptions, type FinishOptions } from '../builds/finish-website.ts';
import { NOTES_VARIABLE } from '../builds/read-media.ts';
import { inDevelopment, withServerRoutes } from './serve.ts';

export type { FinishOptions } from '../builds/finish-website.ts';

/** Options of the steps after Next.js has built a website. */
export interface SteleBuildOptions extends FinishOptions {
  /** The website's address, for files that need whole ones, such as feeds. */
  readonly site?: string | undefined;
}

type ConfigFunction = (phase: string, context: { defaultConfig: NextConfig }) => NextConfig | Promise<NextConfig>;

/** On globalThis, since Next.js may read the config several times. */
const KEY = Symbol.for('stele.next.finishes');
const global = globalThis as { [KEY]?: true };

/**
 * Wraps the config of Next.js: `export default withStele({ … })`. When the website is built, it says loudly if pages point to a
 * content host that visitors can't reach. With `assets: 'copy'` and `output: 'export'` it puts the pictures and files that pages
 * name into the website. Routes in files named `route.server.ts` or `.js` are there wherever a server runs, and left out of an
 * export. In development, `stele dev` learns where the website is.
 *
 * @throws Error for a value that an option doesn't take; while building, for `assets: 'copy'` without `output: 'export'`
 */
export default function withStele(
  config: NextConfig | ConfigFunction,
  options: SteleBuildOptions = {},
): ConfigFunction {
  checkFinishOptions(options);
  return async (phase, context) => {
    const own = typeof config === 'function' ? await config(phase, context) : config;
    if (phase === 'phase-development-server') return inDevelopment(own);
    if (phase === 'phase-production-build' && isBuild()) finishAtExit(own, options);
    return own.output === 'export' ? own : withServerRoutes(own);
  };
}

/** Other commands than `next build` that read the config in its phase. */
const NO_BUILD = /^(?:typegen|upgrade|internal|(?:experimental-)?analyze|experimental-test)$/;

/** Whether this process is that of a build. Programs that build by Next.js's own functions have words of their own. */
function isBuild(): boolean {
  return process.env.IS_NEXT_WORKER !== 'true' && !NO_BUILD.test(process.argv[2] ?? '');
}

/** Next.js has no hook for the end of a build but the end of its process, in which nothing can be waited for. */
function finishAtExit({ output, distDir = '.next', basePath }: NextConfig, options: SteleBuildOptions): void {
  const isExport = output === 'export';
  if (options.assets === 'copy' && !isExport) {
    throw new Error("assets: 'copy' needs output: 'export': pages that are rendered later show later pictures.");
  }
  if (global[KEY]) return;
  global[KEY] = true;
  const exported = distDir === '.next' ? 'out' : distDir;
  // Beside these, Next.js keeps its cache in the folder.
  const folders = isExport ? [exported] : [path.join(distDir, 'server'), path.join(distDir, 'static')];
  const project = projectFolder(process.argv);
  const { site, ...finish } = options;
  const targets = folders.map((folder) => ({
    folder: path.resolve(project, folder),
    base: basePath,
    site,
    keepsLength: true,
  }));
  const script = fileURLToPath(new URL('next-finish.js', import.meta.url));
  // Next.js reads content in several processes, which get this one's environment.
  const notes = mkdtempSync(path.join(tmpdir(), 'stele-build-'));
  process.env[NOTES_VARIABLE] = path.join(notes, 'media.txt');
  const work = JSON.stringify({ targets, finish });
  process.once('exit', (code) => {
    const done = code === 0 && spawnSync(process.execPath, [script, work], { stdio: 'inherit' });
    if (done && done.status !== 0) process.exitCode = 1;
    rmSync(notes, { recursive: true, force: true });
  });
}

/** The folder that Next.js builds: `next build FOLDER`, or else the one that it runs in. */
function projectFolder(argv: readonly string[]): string {
  return argv.slice(argv.indexOf('build') + 1).find(hasConfig) ?? '';
}

function hasConfig(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.startsWith('next.config.'));
  } catch {
    return false;
  }
}
