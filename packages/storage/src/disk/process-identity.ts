import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** If a process can't be looked up, its files count as left behind after this time. */
const FOREIGN_LEASE_MS = 60_000;

/**
 * Identifies the owner of a temporary file: `machine-pid-start-random`. Machine is a hash of host, boot and process namespace, so
 * that a pid is only looked up where it's valid. Start distinguishes a process from a later one with the same pid.
 */
export function newOwner(): string {
  return [machine, process.pid, startOf(process.pid) ?? '0', randomBytes(4).toString('hex')].join('-');
}

/**
 * Whether the owner of a file can still act on it. If it's on another machine or in another container that shares the folder, only
 * the file's age is known.
 */
export function isOwnerAlive(owner: string, ageMs: number): boolean {
  const [ownerMachine, pidText, start] = owner.split('-');
  if (ownerMachine !== machine) return ageMs < FOREIGN_LEASE_MS;
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const actual = startOf(pid);
  if (actual !== null) return actual === start;
  return start === '0' && signalReaches(pid);
}

const machine = createHash('sha256')
  .update([hostname(), tryRead('/proc/sys/kernel/random/boot_id'), tryReadLink('/proc/self/ns/pid')].join('\n'))
  .digest('hex')
  .slice(0, 12);

/** Clock ticks from boot to the start of the process; null where there is no /proc, or no such process. */
function startOf(pid: number): string | null {
  const stat = tryRead(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain anything; the other fields begin after the last parenthesis. The start is field 22.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function tryReadLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
