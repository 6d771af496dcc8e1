import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { UserError } from '../errors.ts';

/** How long a site's command may take to end before it's killed. */
const STOP_MS = 5000;

/** A site's own command, with all that it starts. */
export class SiteProcess {
  /** Resolves with its exit code when it ends. Rejects with a UserError when it can't be started. */
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;

  /** @param env variables besides those of this process */
  constructor([program, ...args]: readonly [string, ...string[]], folder: string, env: NodeJS.ProcessEnv) {
    const binaries = path.join(folder, 'node_modules', '.bin');
    const PATH = [binaries, env.PATH].filter(Boolean).join(path.delimiter);
    // A group of its own, so that what it starts ends with it. Questions about the schema have the terminal's input.
    this.#child = spawn(program, args, {
      cwd: folder,
      env: { ...env, PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new UserError(
            error.code === 'ENOENT' ? `There is no command "${program}" here. Is it installed?` : error.message,
          ),
        ),
      );
      this.#child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    // Who waits for it learns of it.
    this.ended.catch(() => undefined);
  }

  /** Asks it to end, and kills what is left of it after some seconds. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), STOP_MS);
    await this.ended.catch(() => undefined);
    clearTimeout(timer);
    this.#signal('SIGKILL');
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
