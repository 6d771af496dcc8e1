import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;
const GIVE_UP_MS = 60_000;

/** The cost of a start. */
export interface Start {
  /** Until it answered well. */
  readonly ms: number;
  /** Memory of the program's processes after the start. */
  readonly mebibytes: number;
}

/** A server to start. */
export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The request that is repeated until the answer is a success. */
  readonly probe: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
}

/** A server that runs. */
export interface RunningProgram extends Start {
  stop(): Promise<void>;
}

/**
 * Starts a server, and waits until it answers its probe.
 *
 * @throws when it ends before that, or doesn't answer within a minute
 */
export async function startProgram({ command, folder, env, probe }: Program): Promise<RunningProgram> {
  const started = performance.now();
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    while (!(await answers(probe))) {
      if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with code ${child.exitCode}.`);
      if (performance.now() - started > GIVE_UP_MS) throw new Error(`${command.join(' ')} did not become ready.`);
      await setTimeout(LOOK_EVERY_MS);
    }
    return { ms: performance.now() - started, mebibytes: await memoryOf(child.pid ?? 0), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers({ url, headers = {} }: Program['probe']): Promise<boolean> {
  try {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Memory of a process and its descendants, in MiB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const others = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(memoryOf));
  return others.reduce((sum, mebibytes) => sum + mebibytes, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}
