import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How often it's worth asking, in milliseconds: reading a file costs nothing, starting `ps` does. */
export const WATCH_INTERVAL_MS = process.platform === 'linux' ? 100 : 500;

/** Megabytes of memory that a process holds; null when it has ended, or where the system doesn't tell. */
export async function residentMegabytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const match = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
      return match ? Number(match[1]) / 1024 : null;
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) / 1024;
  } catch {
    return null;
  }
}
