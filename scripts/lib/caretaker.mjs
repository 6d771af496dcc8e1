import { spawn } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.join(import.meta.dirname, 'caretaker-process.mjs');

/** The pipe to the caretaker, a process that outlives this one for a moment. */
let caretaker;
let last = 0;

/**
 * Has things ended and removed when this process is gone, even if it is killed.
 *
 * @param {{ pid?: number, server?: string, folder?: string }} things `pid`: a process with a group of its own, killed with all
 *   its descendants; `server`: the folder of a PostgreSQL server, which is ended; `folder`: removed in the end.
 * @returns {() => void} Call it when they are gone.
 */
export function entrust(things) {
  caretaker ??= startCaretaker();
  last += 1;
  const id = last;
  caretaker.write(`${JSON.stringify({ id, things })}\n`);
  return () => caretaker.write(`${JSON.stringify({ id })}\n`);
}

function startCaretaker() {
  // In a session of its own: a signal to this process's group must not end it.
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: path.parse(PROGRAM).root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  child.unref();
  child.stdin.unref();
  // Without a caretaker, all works; only what a killed process leaves stays.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  return child.stdin;
}
