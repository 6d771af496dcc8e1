import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENDS_IN_MS = 10_000;

/** The process of a server that start-postgres.sh started in a folder; null when there's none. */
export function pidOfServer(folder) {
  try {
    return Number.parseInt(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
}

/** Ends a server that start-postgres.sh started in a folder, also while it starts, and waits until it has ended. */
export function endServer(folder) {
  const pid = pidOfServer(folder);
  if (pid !== null) end(pid);
}

/** Sends signals until a process is gone. It blocks: a signal's handler has no other time. */
function end(pid) {
  const deadline = Date.now() + ENDS_IN_MS;
  for (let signal = 'SIGQUIT'; sent(pid, signal) && signal !== 'SIGKILL'; ) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    signal = Date.now() < deadline ? 0 : 'SIGKILL';
  }
}

function sent(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
