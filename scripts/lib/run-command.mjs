import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Runs a program to its end, without input, in a process group of its own. Whatever it started that is still there when
 * it has ended, or when its time is up, is killed.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{
 *   cwd?: string,
 *   env?: Record<string, string | undefined>,
 *   seconds?: number,
 *   onLine?: (line: string) => void,
 * }} [options] `seconds`: its time; `onLine` gets each line of its output and errors as it comes.
 * @returns {Promise<{ code: number | null, output: string, timedOut: boolean }>} `code` is null when it was killed.
 */
export async function runCommand(program, args, { cwd, env, seconds, onLine } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
  let timedOut = false;
  const timer =
    seconds &&
    setTimeout(() => {
      timedOut = true;
      killTree(child.pid, 'SIGKILL');
    }, seconds * 1000);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode) => {
        // Left-over descendants would hold the output open.
        killTree(child.pid, 'SIGKILL');
        child.once('close', () => resolve(exitCode));
      });
    });
    return { code, output: lines.join('\n'), timedOut };
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

const running = new Set();

/** Kills what `runCommand` is running, on the way out. */
export function killRunningCommands() {
  for (const child of running) killTree(child.pid, 'SIGKILL');
}

/**
 * Sends a signal to a process that was started with a group of its own, to its group, and to all their descendants,
 * those too that have left the group (as far as the program ps is there to name them).
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
