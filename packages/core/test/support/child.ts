import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@stele/testing/bundle-program';

/** A TypeScript program running in a process of its own, which talks by `process.send`. */
export class Child {
  readonly #process: ChildProcess;
  readonly #messages: unknown[] = [];
  #wake = (): void => {};
  #stderr = '';
  /** Resolves when it has ended, whatever the reason, with its exit code (null when killed). */
  readonly ended: Promise<number | null>;

  /** @param file the absolute path. @param flags of Node's */
  static async start(
    file: string,
    args: string[] = [],
    env: Record<string, string> = {},
    flags: string[] = [],
  ): Promise<Child> {
    return new Child(await bundleProgram(file), args, env, flags);
  }

  private constructor(program: string, args: string[], env: Record<string, string>, flags: string[]) {
    this.#process = fork(program, args, {
      execArgv: ['--enable-source-maps', ...flags],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (text: Buffer) => {
      this.#stderr += text.toString();
    });
    this.#process.on('message', (message) => {
      this.#messages.push(message);
      this.#wake();
    });
    this.ended = once(this.#process, 'close').then(([code]) => {
      this.#wake();
      return code;
    });
  }

  get pid(): number {
    return this.#process.pid ?? Number.NaN;
  }

  /** The messages so far that `next` hasn't returned. */
  get received(): readonly unknown[] {
    return this.#messages;
  }

  /** @throws when it ends without another message. */
  async next(): Promise<unknown> {
    let running = true;
    void this.ended.then(() => {
      running = false;
    });
    while (this.#messages.length === 0) {
      if (!running) throw new Error(`the child ended without a message: ${this.#stderr}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        void this.ended.then(() => resolve());
      });
    }
    return this.#messages.shift();
  }

  send(message: string | object): void {
    this.#process.send(message);
  }

  /** SIGKILL, and waits until it's gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }
}
