import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { isForTokens, type StreamEvent } from './stream-event.ts';
import { loadStreamEvents } from './stream-events.store.ts';

const POLL_MS = 1_000;
/**
 * What was made so long ago is looked for again: a transaction's records become visible when it ends, a while after they
 * were made, and maybe after later ones.
 */
const OVERLAP_MS = 15_000;
const KEEP_ALIVE_MS = 25_000;
/** A stream ends after so long; whoever goes on reading is asked for its credential again. */
const LIFETIME_MS = 15 * 60_000;
/** Most events that one look brings, and that wait for one stream. */
const MOST = 1_000;
/** Streams that one process has open in a project at most. */
const STREAMS_A_PROJECT = 200;

/** An open stream. */
interface Subscriber {
  readonly projectId: string;
  readonly isPerson: boolean;
  readonly queue: StreamEvent[];
  /** Ids of what it was told lately. */
  readonly told: Set<string>;
  /** What was made before isn't told. */
  readonly since: number;
  wake(): void;
  isOver: boolean;
}

/** Who reads a stream. */
export interface StreamReader {
  readonly projectId: string;
  /** Whether it's a person; tokens are told less. */
  readonly isPerson: boolean;
  /** Where an earlier stream ended: the id of its last event, which is a time in ms since the epoch; null for from now on. */
  readonly after: number | null;
}

/**
 * Tells open screens what happens in their projects. All streams of a process share one look at the database a second, and
 * there's none while no stream is open.
 */
export class EventHub {
  readonly #deps: { readonly pool: Queryable; readonly clock: Clock; readonly log: Logger };
  readonly #subscribers = new Set<Subscriber>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: { readonly pool: Queryable; readonly clock: Clock; readonly log: Logger }) {
    this.#deps = deps;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#subscribers.size;
  }

  /** @throws ApiError `rate_limited` when a project has as many streams as it may have */
  assertRoom(projectId: string): void {
    const open = [...this.#subscribers].filter((subscriber) => subscriber.projectId === projectId).length;
    if (open < STREAMS_A_PROJECT) return;
    throw new ApiError('rate_limited', {
      message: 'As many event streams of this project are open as may be.',
      headers: { 'retry-after': '60' },
    });
  }

  /**
   * Tells what happens, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). It ends by
   * itself after a quarter of an hour, and when its reader doesn't keep up: readers come again with Last-Event-ID. What
   * happened around the time when a stream broke off may be told twice, under one id.
   */
  stream(reader: StreamReader): AsyncIterable<string> {
    return {
      [Symbol.asyncIterator]: () => {
        const now = this.#deps.clock.now().getTime();
        const since = reader.after === null ? now : reader.after - OVERLAP_MS;
        const subscriber = this.#subscribe({ projectId: reader.projectId, isPerson: reader.isPerson, since });
        const messages = this.#messages(subscriber, reader, now);
        return {
          next: () => messages.next(),
          // A generator that waits would end only when something happens.
          return: () => {
            endStream(subscriber);
            this.#unsubscribe(subscriber);
            return messages.return(undefined);
          },
        };
      },
    };
  }

  async *#messages(
    subscriber: Subscriber,
    { projectId, after }: StreamReader,
    now: number,
  ): AsyncGenerator<string, undefined> {
    const { pool } = this.#deps;
    const end = performance.now() + LIFETIME_MS;
    try {
      yield 'retry: 2000\n\n';
      if (after !== null) {
        const missed = await loadStreamEvents(pool, [projectId], new Date(after - OVERLAP_MS), MOST);
        // There are too many to tell: what is shown has to be read again.
        if (missed.length >= MOST) yield `id: ${now}\nevent: reset\ndata: {}\n\n`;
        else this.#tell(subscriber, missed);
      }
      while (!subscriber.isOver && performance.now() < end) {
        for (const event of subscriber.queue.splice(0)) yield frameOf(event);
        if (subscriber.isOver) return undefined;
        if (subscriber.queue.length === 0 && !(await this.#waitFor(subscriber))) yield ': still here\n\n';
      }
      return undefined;
    } finally {
      this.#unsubscribe(subscriber);
    }
  }

  /** Ends all streams. */
  close(): void {
    for (const subscriber of this.#subscribers) endStream(subscriber);
  }

  #subscribe(reader: Pick<Subscriber, 'projectId' | 'isPerson' | 'since'>): Subscriber {
    const subscriber: Subscriber = { ...reader, queue: [], told: new Set(), wake: () => undefined, isOver: false };
    this.#subscribers.add(subscriber);
    this.#timer ??= setTimeout(() => void this.#look(), POLL_MS);
    return subscriber;
  }

  #unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @returns false when nothing came for so long that the connection has to be kept alive */
  #waitFor(subscriber: Subscriber): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), KEEP_ALIVE_MS);
      subscriber.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  async #look(): Promise<void> {
    const { pool, clock, log } = this.#deps;
    const projectIds = [...new Set([...this.#subscribers].map(({ projectId }) => projectId))];
    try {
      const since = new Date(clock.now().getTime() - OVERLAP_MS);
      const events = await loadStreamEvents(pool, projectIds, since, MOST);
      for (const subscriber of this.#subscribers) this.#tell(subscriber, events);
    } catch (err) {
      log.warn({ err }, 'could not look for events; trying again in a second');
    }
    this.#timer = this.#subscribers.size > 0 ? setTimeout(() => void this.#look(), POLL_MS) : undefined;
  }

  #tell(subscriber: Subscriber, events: readonly StreamEvent[]): void {
    const { projectId, isPerson, since, told, queue } = subscriber;
    const news = events.filter(
      (event) =>
        event.projectId === projectId &&
        event.at.getTime() >= since &&
        !told.has(event.id) &&
        (isPerson || isForTokens(event.type)),
    );
    if (news.length === 0) return;
    for (const { id } of news) told.add(id);
    // The oldest are out of every look's reach by now.
    for (const id of told) {
      if (told.size <= 2 * MOST) break;
      told.delete(id);
    }
    queue.push(...news);
    if (queue.length > MOST) endStream(subscriber);
    subscriber.wake();
  }
}

function endStream(subscriber: Subscriber): void {
  subscriber.isOver = true;
  subscriber.wake();
}

function frameOf({ id, type, at, subjectId, actor, data }: StreamEvent): string {
  const told = { id, type, at: at.toISOString(), subject_id: subjectId, actor, data };
  return `id: ${at.getTime()}\nevent: ${type}\ndata: ${JSON.stringify(told)}\n\n`;
}
