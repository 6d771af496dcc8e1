import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { checkJob } from './check-job.ts';
import { failed } from './failures.ts';
import { MediaChild, type Outcome } from './parent/media-child.ts';
import type { ChildJob } from './parent/protocol.ts';
import type { FailedMedia, MediaJob, ProcessedMedia } from './processed-media.ts';

/** How a processor works. */
export interface MediaProcessorOptions {
  /** Files that are worked on at the same time, each in a process of its own with two threads. Half of the cores unless given. */
  readonly processes?: number;
  /** Most megabytes (MiB) that such a process may take. 1536 unless given. */
  readonly memoryMegabytes?: number;
  /** Most milliseconds that one file may take, from when its turn has come. 300,000 unless given. */
  readonly timeoutMs?: number;
  /** Milliseconds after which a process without work ends. 30,000 unless given. */
  readonly idleMs?: number;
  /** Gets a line when a process died over a file. Any logger of pino's shape. */
  readonly log: { warn(details: object, message: string): void };
}

/** A child that holds more than this part of its limit after a job makes room for a new one. */
const KEPT_MEMORY_PART = 0.4;

/**
 * Checks uploaded files, and makes of them what is served. Files are read in child processes, with limits of memory and time,
 * so that no file can harm or hold up the process that asks. The work is given low priority.
 */
export class MediaProcessor {
  readonly #limits: { memoryMegabytes: number; timeoutMs: number };
  readonly #idleMs: number;
  readonly #log: MediaProcessorOptions['log'];
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #closing = new AbortController();
  readonly #children = new Set<MediaChild>();
  readonly #idle = new Map<MediaChild, NodeJS.Timeout>();

  constructor(options: MediaProcessorOptions) {
    const { processes = Math.max(1, Math.floor(availableParallelism() / 2)) } = options;
    this.#limits = { memoryMegabytes: options.memoryMegabytes ?? 1536, timeoutMs: options.timeoutMs ?? 300_000 };
    this.#idleMs = options.idleMs ?? 30_000;
    this.#log = options.log;
    this.#inTurn = pLimit(processes);
  }

  /**
   * Checks one file and makes its renditions. The same file with the same crop and focal point gives the same bytes.
   *
   * @returns `failed` for whatever is wrong with the file
   * @throws RangeError for a crop or focal point outside of the picture; the signal's reason; and otherwise for faults of this
   *   machine (a full disk, a process that can't be started), after which the same job may well succeed
   */
  async process(job: MediaJob): Promise<ProcessedMedia | FailedMedia> {
    const { signal: given, ...childJob } = job;
    const signal = given ? AbortSignal.any([given, this.#closing.signal]) : this.#closing.signal;
    signal.throwIfAborted();
    await checkJob(job);
    let result: ProcessedMedia | FailedMedia | null = null;
    try {
      result = await this.#inTurn(() => this.#work(childJob, signal));
      return result;
    } finally {
      if (result?.status !== 'ready') await empty(job.outputDirectory);
    }
  }

  /** Ends all work, which throws, and all processes. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The media processor was closed.'));
    await Promise.all([...this.#children].map((child) => this.#end(child)));
  }

  async #work(job: ChildJob, signal: AbortSignal): Promise<ProcessedMedia | FailedMedia> {
    for (;;) {
      signal.throwIfAborted();
      const child = await this.#take();
      const outcome = await runUntilAborted(child, job, signal);
      await this.#putBack(child);
      signal.throwIfAborted();
      if (outcome.type === 'fault')
        throw Object.assign(new Error(outcome.message), outcome.code !== null && { code: outcome.code });
      if (outcome.type === 'ended') this.#log.warn({ job, ...outcome }, 'a process died over a media file');
      const result = outcome.type === 'done' ? outcome.result : failureOf(outcome.why);
      // What earlier files left behind in a process isn't this one's fault.
      const another =
        !child.fresh &&
        ((result.status === 'failed' && result.code === 'too_much_memory') ||
          (outcome.type === 'ended' && outcome.why === 'crash'));
      if (!another) return result;
      await this.#end(child);
      await empty(job.outputDirectory);
    }
  }

  async #take(): Promise<MediaChild> {
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(child);
      if (child.alive) return child;
      this.#children.delete(child);
    }
    const child = await MediaChild.start(this.#limits);
    this.#children.add(child);
    return child;
  }

  async #putBack(child: MediaChild): Promise<void> {
    const megabytes = child.alive ? await child.residentMegabytes() : null;
    const large = megabytes !== null && megabytes > this.#limits.memoryMegabytes * KEPT_MEMORY_PART;
    if (!child.alive || large || this.#closing.signal.aborted) return this.#end(child);
    this.#idle.set(child, setTimeout(() => void this.#end(child), this.#idleMs).unref());
  }

  async #end(child: MediaChild): Promise<void> {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    await child.kill();
    this.#children.delete(child);
  }
}

async function runUntilAborted(child: MediaChild, job: ChildJob, signal: AbortSignal): Promise<Outcome> {
  const kill = (): void => void child.kill();
  signal.addEventListener('abort', kill);
  try {
    if (signal.aborted) kill();
    return await child.run(job);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function failureOf(why: 'memory' | 'time' | 'crash'): FailedMedia {
  if (why === 'memory') return failed('too_much_memory');
  return why === 'time' ? failed('timed_out') : failed('not_decodable', { what: 'file' });
}

async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(path.join(directory, name), { recursive: true, force: true });
}
