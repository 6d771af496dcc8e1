import { spawnSync } from 'node:child_process';

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
