import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ENDS_IN_MS = 10_000;
/** How often another port is tried: one may be taken. */
const ATTEMPTS = 3;
/** What the script ends with where no programs of PostgreSQL are. */
const NO_PROGRAMS = 3;
/** Of the columns of /proc/PID/stat behind the name: the time of a process and of those that it waited for. */
const TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100;

/** A PostgreSQL for the tests of one run, from Debian's package or from the one that `pnpm install` brings. */
export class OwnPostgres {
  #root;
  #folder;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @returns {Promise<string | null>} its URL; null where no programs of PostgreSQL are.
   * @throws Error with what they say when they are there, and don't start.
   */
  async start() {
    for (let attempt = 1; ; attempt += 1) {
      this.#folder = mkdtempSync(path.join(tmpdir(), 'stele-postgres-'));
      try {
        const script = path.join(this.#root, 'scripts', 'start-postgres.sh');
        const { stdout } = await promisify(execFile)(script, [this.#folder, String(anyPort())]);
        return stdout.trim();
      } catch (error) {
        this.stop();
        if (error.code === NO_PROGRAMS) return null;
        if (attempt === ATTEMPTS) throw new Error(`PostgreSQL doesn't start: ${error.stderr || error.message}`);
      }
    }
  }

  /** Seconds of processor time that it took; null where that isn't known. */
  processorSeconds() {
    try {
      const [, columns] = readFileSync(`/proc/${this.#pid()}/stat`, 'utf8').split(') ');
      const values = columns.split(' ').map(Number);
      return TIMES.reduce((sum, column) => sum + values[column], 0) / TICKS_PER_SECOND;
    } catch {
      return null;
    }
  }

  /** Ends it at once, also while it starts, waits until it has ended, and removes its data. */
  stop() {
    if (this.#folder === undefined) return;
    const pid = this.#pid();
    if (pid !== null) end(pid);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #pid() {
    try {
      return Number.parseInt(readFileSync(path.join(this.#folder, 'data', 'postmaster.pid'), 'utf8'), 10);
    } catch {
      return null;
    }
  }
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

/** A port below those that the system gives to outgoing connections. */
const anyPort = () => 10_000 + Math.floor(Math.random() * 20_000);
