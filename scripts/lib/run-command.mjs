import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Runs a program to its end, without input, in a process group of its own. Processes that it started are killed
 * when it has ended or is aborted.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{
 *   cwd?: string,
 *   env?: Record<string, string | undefined>,
 *   signal?: AbortSignal,
 *   measured?: boolean,
 *   onLine?: (line: string) => void,
 * }} [options] `signal`: kills it when aborted; `measured`: whether to measure its processor time; `onLine` gets each line of
 *   its output and errors as it comes.
 * @returns {Promise<{ code: number | null, output: string, aborted: boolean, processorSeconds: number | null }>} `code` is
 *   null when it was killed; `processorSeconds` covers all descendants that ended before it, and is null unless measured.
 */
export async function runCommand(program, args, { cwd, env, signal, measured = false, onLine } = {}) {
  const command = measured ? ['/bin/sh', '-c', MEASURED, 'sh', program, ...args] : [program, ...args];
  const child = spawn(command[0], command.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', measured ? 'pipe' : 'ignore'],
    detached: true,
  });
  running.add(child);
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

/**
 * Sends a signal to a process that was started with a group of its own, to its group, and to all their descendants,
 * also to those that have left the group (where the program ps can name them).
 *
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function killTree(pid, signal) {
  if (pid === undefined) return;
  for (const target of [...descendantsOf(pid), -pid]) {
    try {
      process.kill(target, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

function descendantsOf(pid) {
  const { stdout: table } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' });
  if (!table) return new Set();
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const found = new Set(rows.filter(([, , group]) => group === pid).map(([id]) => id));
  found.add(pid);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [id, parent] of rows) if (found.has(parent)) found.add(id);
  }
  found.delete(pid);
  return found;
}
