import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { entrust } from './caretaker.mjs';
import { killTree } from './kill-tree.mjs';

/**
 * Runs a program to its end, without input, in a process group of its own. Processes that it started are killed
 * when it has ended or is aborted, and all of them when this process is killed.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{
 *   cwd?: string,
 *   env?: Record<string, string | undefined>,
 *   signal?: AbortSignal,
 *   measured?: boolean,
 *   onLine?: (line: string) => void,
 *   platform?: NodeJS.Platform,
 * }} [options] `signal`: kills it when aborted; `measured`: whether to measure its processor time; `onLine` gets each line of
 *   its output and errors as it comes.
 * @returns {Promise<{ code: number | null, output: string, aborted: boolean, processorSeconds: number | null }>} `code` is
 *   null when it was killed; `processorSeconds` covers all descendants that ended before it, and is null unless measured, and on
 *   Windows.
 */
export async function runCommand(program, args, options = {}) {
  const { cwd, env, signal, onLine, platform = process.platform } = options;
  const measured = options.measured && platform !== 'win32';
  const command = measured ? ['/bin/sh', '-c', MEASURED, 'sh', program, ...args] : [program, ...args];
  const child = spawn(command[0], command.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', measured ? 'pipe' : 'ignore'],
    detached: true,
  });
  running.add(child);
  const takeBack = entrust({ pid: child.pid });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  let times = '';
  child.stdio[3]?.on('data', (part) => {
    times += part;
  });
  const kill = () => killTree(child.pid, 'SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode) => {
        // Descendants that still run would hold the output open.
        kill();
        child.once('close', () => resolve(exitCode));
      });
    });
    return { code, output: lines.join('\n'), aborted: signal?.aborted ?? false, processorSeconds: sumOfTimes(times) };
  } finally {
    signal?.removeEventListener('abort', kill);
    running.delete(child);
    takeBack();
  }
}

/** Runs a command, and then writes the output of the shell's `times` to descriptor 3. */
const MEASURED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** User and system time of the children, from the second line of `times`: `1m2.34s 0m5.67s`. */
function sumOfTimes(text) {
  const parts = [...(text.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

const running = new Set();

/** Kills what `runCommand` is running, when this process ends. */
export function killRunningCommands() {
  for (const child of running) killTree(child.pid, 'SIGKILL');
}
