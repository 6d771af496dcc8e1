import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BINARY = path.join(import.meta.dirname, '..', '..', 'dist', 'main.js');

/** How a run of the command ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own outside of the repository, in which the built command runs in an empty environment. */
export interface Workplace {
  readonly folder: string;
  /** The file of the command. */
  readonly command: string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Run>;
  /** Runs a line as somebody does who pastes it into a shell: `npx stele …`. */
  paste(line: string, env?: Readonly<Record<string, string>>): Promise<Run>;
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a workplace. @param env the variables of all runs */
export async function makeWorkplace(env: () => Readonly<Record<string, string>> = () => ({})): Promise<Workplace> {
  if (!existsSync(BINARY)) throw new Error('Build the command first: pnpm build.');
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-cli-'));
  const start: Workplace['run'] = ([file = '', ...args], own = {}, signal) => {
    const known = { NODE_ENV: 'test' as const, PATH: process.env.PATH ?? '', HOME: folder, ...env(), ...own };
    const options = { cwd: folder, env: known, ...(signal && { signal, killSignal: 'SIGKILL' as const }) };
    return new Promise((resolve) => {
      execFile(file, args, options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
      });
    });
  };
  return {
    folder,
    command: BINARY,
    run: (args, own, signal) => start([process.execPath, BINARY, ...args], own, signal),
    paste(line, own) {
      const shell = `npx() { shift; '${process.execPath}' '${BINARY}' "$@"; }\n${line}`;
      return start(['bash', '-c', shell], own);
    },
    async write(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
