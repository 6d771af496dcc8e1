import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { entrust } from './caretaker.mjs';
import { endServer, pidOfServer } from './end-server.mjs';
import { temporaryPlace } from './memory-folder.mjs';
import { runCommand } from './run-command.mjs';

/** How often another port is tried: one may be taken. */
const ATTEMPTS = 3;
/** The script's exit code where no programs of PostgreSQL are. */
const NO_PROGRAMS = 3;
const NO_SERVER =
  'No PostgreSQL can be started here: all tests run on the embedded database, and those that need a server are skipped. ' +
  'To run them, set TEST_DATABASE_URL to a server with a role that may create databases.';
/** Of the columns of /proc/PID/stat behind the name: the time of a process and of those that it waited for. */
const TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100;

/** A PostgreSQL for the tests of one run, from Debian's package or from the one that `pnpm install` brings. */
export class OwnPostgres {
  #root;
  #platform;
  #say;
  #folder;
  #takeBack;

  /**
   * @param {string} root
   * @param {{ platform?: NodeJS.Platform, say?: (line: string) => void }} [options]
   */
  constructor(root, { platform = process.platform, say = console.log } = {}) {
    this.#root = root;
    this.#platform = platform;
    this.#say = say;
  }

  /**
   * @returns {Promise<string | null>} the server's URL; null, after a notice, where no programs of PostgreSQL are.
   * @throws Error with what they say when they are there, and don't start.
   */
  async start() {
    for (let attempt = 1; ; attempt += 1) {
      const { code, output } = await this.#tryToStart();
      if (code === 0) return /^postgres:.*$/m.exec(output)[0];
      this.stop();
      if (code === NO_PROGRAMS) {
        this.#say(NO_SERVER);
        return null;
      }
      if (attempt === ATTEMPTS) throw new Error(`PostgreSQL doesn't start: ${output}`);
    }
  }

  #tryToStart() {
    // Windows has no shell that could run the script.
    if (this.#platform === 'win32') return { code: NO_PROGRAMS };
    this.#folder = mkdtempSync(path.join(temporaryPlace(), 'stele-postgres-'));
    this.#takeBack = entrust({ server: this.#folder, folder: this.#folder });
    const script = path.join(this.#root, 'scripts', 'start-postgres.sh');
    return runCommand(script, [this.#folder, String(anyPort())]);
  }

  /** Seconds of processor time that it took; null where that isn't known. */
  processorSeconds() {
    try {
      const [, columns] = readFileSync(`/proc/${pidOfServer(this.#folder)}/stat`, 'utf8').split(') ');
      const values = columns.split(' ').map(Number);
      return TIMES.reduce((sum, column) => sum + values[column], 0) / TICKS_PER_SECOND;
    } catch {
      return null;
    }
  }

  /** Ends it at once, also while it starts, waits until it has ended, and removes its data. */
  stop() {
    if (this.#folder === undefined) return;
    endServer(this.#folder);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#takeBack();
  }
}

/** A port below those that the system gives to outgoing connections. */
const anyPort = () => 10_000 + Math.floor(Math.random() * 20_000);
