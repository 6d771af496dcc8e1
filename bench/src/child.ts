import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

const GRACE_MS = 15_000;

/** How to start a child. */
export interface ChildOptions {
  /** The limit of its heap, in megabytes; Node's own by default. */
  readonly heapMegabytes?: number;
  /** Profiled when BENCH_CPU_PROFILES names a folder. */
  readonly profiled?: boolean;
  /** Whether it's JavaScript: it runs without the loader of TypeScript, which would use memory. */
  readonly plain?: boolean;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A program of this suite in its own process. It sends a message when it's ready, answers each message
 * with one, and ends with its parent.
 */
export class Child {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(process: ChildProcess) {
    this.#process = process;
    this.#ended = once(process, 'exit');
  }

  /**
   * Starts a program and waits for its first message.
   *
   * @param file URL of the program
   * @param argument passed to it as JSON
   */
  static async start<Ready>(
    file: URL,
    argument: unknown,
    { heapMegabytes, profiled = false, plain = false, env = {} }: ChildOptions = {},
  ): Promise<{ child: Child; ready: Ready }> {
    const profiles = profiled ? process.env.BENCH_CPU_PROFILES : undefined;
    const child = new Child(
      fork(file, [JSON.stringify(argument)], {
        execArgv: [
          ...(plain ? [] : ['--import=tsx']),
          ...(heapMegabytes ? [`--max-old-space-size=${heapMegabytes}`] : []),
          ...(profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []),
        ],
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        serialization: 'json',
      }),
    );
    return { child, ready: await child.#next<Ready>() };
  }

  /** Sends a message and waits for the answer. */
  ask<Answer>(message: object): Promise<Answer> {
    const answer = this.#next<Answer>();
    this.#process.send(message);
    return answer;
  }

  /** Asks it to end, and kills it when it doesn't. */
  async end(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), GRACE_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  async #next<Message>(): Promise<Message> {
    const message = new Promise<Message>((resolve) =>
      this.#process.once('message', (received) => resolve(received as Message)),
    );
    const ended = this.#ended.then(() => {
      throw new Error('A process of the benchmark ended early; see its output above.');
    });
    return Promise.race([message, ended]);
  }
}

/** The child's side: tells the parent that it's ready, and answers its messages. Runs `close` before it ends. */
export function serveParent<Message>(
  ready: unknown,
  answer: (message: Message) => unknown,
  close?: () => Promise<void>,
): void {
  const send = (message: unknown): void => {
    process.send?.(message ?? null);
  };
  process.on('message', (message) => {
    Promise.resolve(answer(message as Message)).then(send, fail);
  });
  process.on('disconnect', () => {
    (close?.() ?? Promise.resolve()).then(() => process.exit(), fail);
  });
  send(ready);
}

/** The argument that this child was started with. */
export function childArgument<Argument>(): Argument {
  return JSON.parse(process.argv[2] ?? 'null') as Argument;
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
