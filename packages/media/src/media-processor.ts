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

/** How a processor works. */
export interface MediaProcessorOptions {
  /** Files that are worked on at the same time, each in a process of its own with four threads. Half of the cores unless given. */
  readonly processes?: number;
  /** Most megabytes (MiB) that such a process may take. 1536 unless given. */
  readonly memoryMegabytes?: number;
  /**
   * Most milliseconds of processor time that one file may take, or six times as many in all. 300,000 unless given. Systems other
   * than Linux only know the latter.
   */
  readonly timeoutMs?: number;
  /** Milliseconds after which a process without work ends. 30,000 unless given. */
  readonly idleMs?: number;
  /** Names of the folders that hold files and output, such as `work-*`. `stele-*` unless given. */
  readonly workFolders?: string;
  /** Gets a line when a process died over a file. Any logger of pino's shape. */
  readonly log: { warn(details: object, message: string): void };
}

/** A process takes about a hundred before it opens a file. */
const LEAST_MEGABYTES = 256;
/** A child that holds more than this part of its memory limit after a job is replaced. */
const KEPT_MEMORY_PART = 0.4;

/**
 * Checks uploaded files, and makes of them what is served. Files are read in child processes, with limits of memory and time,
 * so that no file can harm or hold up the process that asks. The work is given low priority.
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
   * Checks one file and makes its renditions. The same file with the same crop and focal point gives the same bytes.
   *
   * @returns `failed` for whatever is wrong with the file
   * @throws RangeError for a crop or focal point outside of the picture; the signal's reason; and otherwise for faults of this
   *   machine (a full disk, a process that can't be started), after which the same job may well succeed
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

  /** Ends all work, which throws, and all processes. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The media processor was closed.'));
    await Promise.all([...this.#children].map((child) => this.#end(child)));
  }

  /** Runs work in its turn. A caller that aborts doesn't wait for the turn. */
  #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp);
      void this.#limit(async () => {
        // Work that has begun ends and cleans up on its own.
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
        // What earlier files left behind in a process isn't this one's fault.
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

/** Whether a child's end or failure may come from memory that it already held. */
function lacksMemory(outcome: Outcome): boolean {
  if (outcome.type === 'ended') return outcome.why !== 'time';
  return outcome.type === 'done' && outcome.result.status === 'failed' && outcome.result.code === 'too_much_memory';
}

function failureOf(why: 'memory' | 'time' | 'crash'): FailedMedia {
  if (why === 'memory') return failed('too_much_memory');
  return why === 'time' ? failed('timed_out') : failed('not_decodable', { what: 'file' });
}

/** Removes what is in a folder, if it's there. */
async function empty(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) await rm(path.join(directory, name), { recursive: true, force: true });
}
