import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Milliseconds after which a file of a process that can't be looked up counts as left behind. */
const FOREIGN_LEASE_MS = 60_000;

/**
 * Who left a temporary file: `machine-pid-start-random`. Machine is a digest of host, boot and process namespace, so
 * that a pid is only ever looked up where it means something; start tells a process from a later one with its pid.
 */
export function newOwner(): string {
  return [machine, process.pid, startOf(process.pid) ?? '0', randomBytes(4).toString('hex')].join('-');
}

/**
 * Whether the owner of a file can still act on it. Of another machine or container sharing the folder nothing is known
 * but the file's age.
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
  // The name, in parentheses, may hold anything; the fields begin behind the last one. The start is field 22 of all.
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
