import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { checkJob } from './check-job.ts';
import { failed } from './failures.ts';
import { followSignals } from './parent/follow-signals.ts';
import { type Limits, MediaChild, type Outcome } from './parent/media-child.ts';
import type { ChildJob } from './parent/protocol.ts';
import type { FailedMedia, MediaJob, ProcessedMedia } from './processed-media.ts';

/** Options of a processor. */
export interface MediaProcessorOptions {
  /** How many files are processed at the same time, each in its own process with four threads. By default half of the cores. */
  readonly processes?: number;
  /** The most megabytes (MiB) that such a process may use. By default 1536. */
  readonly memoryMegabytes?: number;
  /**
   * The most milliseconds of processor time for one file, by default 300,000. It may take six times as long in total. Other systems
   * than Linux only check the latter.
   */
  readonly timeoutMs?: number;
  /** Milliseconds after which a process without work ends. By default 30,000. */
  readonly idleMs?: number;
  /** Glob of the names of folders for files and output. By default `stele-*`. */
  readonly workFolders?: string;
  /** Gets a line when a process dies while it processes a file. A logger with pino's interface. */
  readonly log: { warn(details: object, message: string): void };
}

/** The least memory of a process, which uses about a hundred megabytes before it opens a file. */
const LEAST_MEGABYTES = 256;
/** A child is replaced if it still uses more than this part of its memory limit after a job. */
const KEPT_MEMORY_PART = 0.4;

/**
 * Checks uploaded files, and makes served files from them. Files are read in child processes with limits of memory and time, so that
 * no file can harm or block this process. The child processes have low priority.
 */
export class MediaProcessor {
  readonly #limits: Limits;
  readonly #idleMs: number;
  readonly #log: MediaProcessorOptions['log'];
  readonly #limit: LimitFunction;
  readonly #closing = new AbortController();
  readonly #children = new Set<MediaChild>();
  readonly #idle = new Map<MediaChild, NodeJS.Timeout>();

  /** @throws RangeError for less memory than a process needs without a file */
  constructor(options: MediaProcessorOptions) {
    const { processes = Math.max(1, Math.floor(availableParallelism() / 2)), memoryMegabytes = 1536 } = options;
    if (memoryMegabytes < LEAST_MEGABYTES)
      throw new RangeError(`A process needs at least ${LEAST_MEGABYTES} megabytes of memory.`);
    this.#limits = {
      memoryMegabytes,
      timeoutMs: options.timeoutMs ?? 300_000,
      workFolders: options.workFolders ?? 'stele-*',
    };
    this.#idleMs = options.idleMs ?? 30_000;
    this.#log = options.log;
    this.#limit = pLimit(processes);
  }

  /**
   * Checks one file and makes its renditions. The same file with the same crop and focal point always gives the same bytes.
   *
   * @returns `failed` for an error of the file
   * @throws RangeError for a crop or focal point outside of the picture; the signal's reason; any other error is one of this machine
   *   (a full disk, a process that can't be started), and the same job may succeed later
   */
  async process(job: MediaJob): Promise<ProcessedMedia | FailedMedia> {
    const { signal: given, ...childJob } = job;
    const { signal, release } = followSignals(given, this.#closing.signal);
    let result: ProcessedMedia | FailedMedia | null = null;
    try {
      signal.throwIfAborted();
      await checkJob(job);
      result = await this.#inTurn(signal, () => this.#work(childJob, signal));
      return result;
    } finally {
      release();
      if (result?.status === 'failed') await empty(job.outputDirectory);
    }
  }

  /** Ends all processes. Running jobs throw. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The media processor was closed.'));
    await Promise.all([...this.#children].map((child) => this.#end(child)));
  }

  /** Runs work in its turn. A caller that aborts doesn't wait for its turn. */
  #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp);
      void this.#limit(async () => {
        // Running work ends and cleans up on its own.
        signal.removeEventListener('abort', giveUp);
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }

  async #work(job: ChildJob, signal: AbortSignal): Promise<ProcessedMedia | FailedMedia> {
    try {
      for (;;) {
        signal.throwIfAborted();
        const child = await this.#take();
        const outcome = await runUntilAborted(child, job, signal);
        // Memory may be short because of earlier files, so a fresh process tries again.
        const again = !child.fresh && lacksMemory(outcome);
        await (again ? this.#end(child) : this.#putBack(child));
        signal.throwIfAborted();
        if (outcome.type === 'fault') throw Object.assign(new Error(outcome.message), { code: outcome.code });
        this.#report(job, outcome);
        if (!again) return outcome.type === 'done' ? outcome.result : failureOf(outcome.why);
        await empty(job.outputDirectory);
      }
    } catch (error) {
      await empty(job.outputDirectory);
      throw error;
    }
  }

  #report(job: ChildJob, outcome: Outcome): void {
    if (outcome.type === 'ended') this.#log.warn({ job, ...outcome }, 'a process died over a media file');
    else if (outcome.type === 'done' && outcome.unexpected !== null)
      this.#log.warn({ job, error: outcome.unexpected }, 'an unexpected error over a media file');
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

/** Whether a child may have failed because it used memory before the job. */
function lacksMemory(outcome: Outcome): boolean {
  if (outcome.type === 'ended') return outcome.why !== 'time';
  return outcome.type === 'done' && outcome.result.status === 'failed' && outcome.result.code === 'too_much_memory';
}

function failureOf(why: 'memory' | 'time' | 'crash'): FailedMedia {
  if (why === 'memory') return failed('too_much_memory');
  return why === 'time' ? failed('timed_out') : failed('not_decodable', { what: 'file' });
}

/** Empties a folder, if it exists. */
async function empty(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) await rm(path.join(directory, name), { recursive: true, force: true });
}
