import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where Linux has a folder in memory. Disks spend a good part of a run on the files of databases that come and go. */
const IN_MEMORY = '/dev/shm';
/** Runs of the first two rings need less than half of it at a time. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/**
 * @returns {string} the folder for the temporary files of tests: in memory where there's room, unless TMPDIR names another.
 */
export function temporaryPlace() {
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES && runsPrograms(IN_MEMORY) ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Containers often mount it `noexec`: tests run programs that they have written. */
function runsPrograms(folder) {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place, type]) => place === folder && type === 'tmpfs');
  return mount !== undefined && !mount[3].split(',').includes('noexec');
}
