import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type ChildCommand, childCommand } from './child-command.ts';
import { usageOf, WATCH_INTERVAL_MS } from './process-usage.ts';
import type { ChildJob, ChildMessage } from './protocol.ts';

/** How many characters of a child's output are kept, from the end. */
const KEPT_OUTPUT = 4_000;
/** How long a child may take to get ready. */
const START_MS = 60_000;
/** A file may take this many times its processor time in total, on a busy machine. */
const WAITING_FACTOR = 6;
/** Signals that end programs without enough memory. */
const OUT_OF_MEMORY_SIGNALS = ['SIGABRT', 'SIGTRAP'];

/** The limits of one job. */
export interface Limits {
  /** Glob of the names of folders for temporary files that it may use. */
  readonly workFolders: string;
  readonly memoryMegabytes: number;
  /** Milliseconds of processor time. */
  readonly timeoutMs: number;
}

/** The outcome of a job: the child's answer, or its end. */
export type Outcome =
  | Exclude<ChildMessage, { type: 'ready' }>
  | { readonly type: 'ended'; readonly why: 'memory' | 'time' | 'crash'; readonly details: string };

/** A process that processes one file at a time, and may die while doing so. */
export class MediaChild {
  readonly #process: ChildProcess;
  readonly #limits: Limits;
  readonly #ended: Promise<string>;
  #output = '';
  #killedFor: 'memory' | 'time' | null = null;
  #jobs = 0;

  private constructor(limits: Limits, { command, args, env }: ChildCommand) {
    this.#limits = limits;
    this.#process = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'json' });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
    });
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', ({ message }) => resolve(message));
      this.#process.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** @throws Error when it can't be started */
  static async start(limits: Limits): Promise<MediaChild> {
    const child = new MediaChild(limits, await childCommand(limits.memoryMegabytes, limits.workFolders));
    const timer = setTimeout(() => child.#process.kill('SIGKILL'), START_MS);
    try {
      const end = await Promise.race([child.#nextMessage().then(() => null), child.#ended]);
      if (end !== null)
        throw new Error(`The process that reads media couldn't be started (${end}). ${child.#output}`.trim());
    } finally {
      clearTimeout(timer);
    }
    child.#hold(false);
    return child;
  }

  /** Whether it has had no job before the current one. */
  get fresh(): boolean {
    return this.#jobs <= 1;
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected;
  }

  /** Megabytes of memory that it uses; null if the system doesn't say. */
  async residentMegabytes(): Promise<number | null> {
    return (await usageOf(this.#pid))?.megabytes ?? null;
  }

  /** Processes a file, within the limits. Never throws. Only one job at a time. */
  async run(job: ChildJob): Promise<Outcome> {
    this.#jobs++;
    this.#hold(true);
    const timer = setTimeout(() => this.#killFor('time'), this.#limits.timeoutMs * WAITING_FACTOR);
    const before = (await usageOf(this.#pid))?.cpuMs ?? null;
    let running = true;
    const watch = setInterval(async () => {
      const reason = await this.#excess(before);
      if (running && reason !== null) this.#killFor(reason);
    }, WATCH_INTERVAL_MS);
    try {
      const answer = this.#nextMessage();
      this.#process.send(job, () => {
        // A child that can't be reached has ended.
      });
      const first = await Promise.race([answer, this.#ended]);
      if (typeof first === 'string') return this.#describeEnd(first);
      if (first.type === 'ready') throw new Error('A child reported twice that it is ready.');
      return first;
    } finally {
      running = false;
      clearTimeout(timer);
      clearInterval(watch);
      this.#hold(false);
    }
  }

  /** Kills it and waits until it has ended. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    this.#hold(true);
    await this.#ended;
  }

  get #pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Sets whether this process stays alive for the child. It shouldn't for an idle one. */
  #hold(held: boolean): void {
    for (const part of [this.#process, this.#process.channel, this.#process.stderr as Socket | null]) {
      if (held) part?.ref();
      else part?.unref();
    }
  }

  #nextMessage(): Promise<ChildMessage> {
    return new Promise((resolve) => this.#process.once('message', (message) => resolve(message as ChildMessage)));
  }

  #killFor(reason: 'memory' | 'time'): void {
    this.#killedFor ??= reason;
    this.#process.kill('SIGKILL');
  }

  /** The limit that it has exceeded, if any. */
  async #excess(cpuMsBefore: number | null): Promise<'memory' | 'time' | null> {
    const usage = await usageOf(this.#pid);
    if (usage === null) return null;
    if (usage.megabytes > this.#limits.memoryMegabytes) return 'memory';
    const cpuMs = usage.cpuMs === null || cpuMsBefore === null ? 0 : usage.cpuMs - cpuMsBefore;
    return cpuMs > this.#limits.timeoutMs ? 'time' : null;
  }

  #describeEnd(end: string): Outcome {
    const aborted = OUT_OF_MEMORY_SIGNALS.includes(end) || end === 'exit code 134';
    return {
      type: 'ended',
      why: this.#killedFor ?? (aborted ? 'memory' : 'crash'),
      details: `${end} ${this.#output}`.trim(),
    };
  }
}
