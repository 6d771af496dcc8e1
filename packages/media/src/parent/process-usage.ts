import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Milliseconds between checks. Reading a file is cheap, starting `ps` isn't. */
export const WATCH_INTERVAL_MS = process.platform === 'linux' ? 100 : 500;

/** Milliseconds of a clock tick, in which Linux reports times. */
const TICK_MS = 10;

/** Memory and time that a process has used. */
interface Usage {
  /** Megabytes of memory that it uses. */
  readonly megabytes: number;
  /** Milliseconds of processor time of all its threads since its start; null if the system doesn't report it. */
  readonly cpuMs: number | null;
}

/** Memory and time that a process has used; null when it has ended, or if the system doesn't report it. */
export async function usageOf(pid: number): Promise<Usage | null> {
  try {
    if (process.platform === 'linux') return await readProc(pid);
    if (process.platform === 'win32') return null;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return { megabytes: Number(stdout) / 1024, cpuMs: null };
  } catch {
    return null;
  }
}

async function readProc(pid: number): Promise<Usage | null> {
  const [status, stat] = await Promise.all(['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')));
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '');
  // Numbers follow the name, which may contain spaces and parentheses. The times are the twelfth and the thirteenth of them.
  const [user, system] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  if (!resident || user === undefined || system === undefined) return null;
  return { megabytes: Number(resident[1]) / 1024, cpuMs: (user + system) * TICK_MS };
}
