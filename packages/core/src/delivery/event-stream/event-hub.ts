import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Grants, isReadable, type ReadableCollections } from '../../access/permissions.ts';
import { findValidCredentials, type ProjectCredential } from '../../access/valid-credentials.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { type EventRules, rulesOf } from '../../platform/events.store.ts';
import type { Presence } from '../presence/presence.ts';
import type { Presences } from '../presence/presences.ts';
import { presenceFrame } from './presence-frame.ts';
import { isForReader, type StreamEvent } from './stream-event.ts';
import { loadStreamEvents } from './stream-events.store.ts';

/** How often events are polled: two people in one entry see each other's changes within a second. */
const POLL_MS = 500;
/**
 * How far back each poll reads. A record becomes visible when its transaction ends, which may be after records that were made
 * later.
 */
const OVERLAP_MS = 15_000;
const KEEP_ALIVE_MS = 25_000;
/** How long a stream lasts. A reader then reconnects, with its credential. */
const LIFETIME_MS = 15 * 60_000;
/** The most events that one poll loads, and that wait in one stream. */
const MOST = 1_000;
/** The most open streams. Tokens may not use all streams of a project, so that some are left for people. */
const MOST_STREAMS = { ofCredential: 20, ofTokens: 100, ofProject: 200, ofProcess: 2_000 };

/** An open stream. */
interface Subscriber extends ProjectCredential {
  readonly personId: string | null;
  /** The collections whose entries it hears of. */
  reads: ReadableCollections;
  /** The messages to send next. */
  readonly queue: string[];
  /** Ids of recently sent events. */
  readonly sent: Set<string>;
  /** When `reset` was last sent. */
  resetAt: number;
  wake(): void;
  isOver: boolean;
}

/** The reader of a stream. */
export interface StreamReader extends ProjectCredential {
  /** Null for a token, which gets fewer events. */
  readonly personId: string | null;
  readonly reads: ReadableCollections;
  /** The id of the last event of an earlier stream, which is a time in ms since the epoch; null to start now. */
  readonly after: number | null;
}

interface EventHubDependencies {
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly grants: Grants;
  readonly presences: Presences;
  readonly rules: EventRules;
}

/**
 * Streams the events of projects to their readers. It polls the database twice a second for all streams of a process, and not at
 * all while none is open. Each poll also ends streams whose readers have lost the permission.
 */
export class EventHub {
  readonly #deps: EventHubDependencies;
  readonly #subscribers = new Set<Subscriber>();
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(deps: EventHubDependencies) {
    this.#deps = deps;
    deps.presences.onChange((changed) => this.#sendPresences(changed));
  }

  /** How many streams are open. */
  get size(): number {
    return this.#subscribers.size;
  }

  /** @throws ApiError `rate_limited` when a reader or its project has as many streams as it may have, `unavailable` when the process has */
  assertBelowLimits({ projectId, credential, personId }: StreamReader): void {
    const isPerson = personId !== null;
    const ofProject = [...this.#subscribers].filter((one) => one.projectId === projectId);
    const ofTokens = ofProject.filter((one) => one.personId === null);
    const own = ofProject.filter((one) => one.credential === credential);
    let full: string | null = null;
    if (ofProject.length >= MOST_STREAMS.ofProject) full = 'project';
    if (!isPerson && ofTokens.length >= MOST_STREAMS.ofTokens) full = 'project for tokens';
    if (own.length >= MOST_STREAMS.ofCredential) full = isPerson ? 'session' : 'token';
    if (full === null && this.size >= MOST_STREAMS.ofProcess) {
      const message = 'Too many event streams are open at the moment. Try again in a moment.';
      throw new ApiError('unavailable', { message, headers: { 'retry-after': '10' } });
    }
    if (full === null) return;
    throw new ApiError('rate_limited', {
      message: `The limit of open event streams of this ${full} has been reached.`,
      headers: { 'retry-after': '60' },
    });
  }

  /**
   * Streams events as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). A stream ends after
   * a quarter of an hour, and when its reader doesn't keep up; readers reconnect with Last-Event-ID. Events from around the
   * end of a broken stream may be sent twice, with the same id. `ready` says that everything from before the stream was sent,
   * and gives a position even to readers that get no event.
   */
  stream(reader: StreamReader): AsyncIterable<string> {
    return {
      [Symbol.asyncIterator]: () => {
        const subscriber = this.#subscribe(reader);
        const messages = this.#messages(subscriber, reader.after);
        return {
          next: () => messages.next(),
          // A generator that waits would only end at the next event.
          return: () => {
            endStream(subscriber);
            this.#unsubscribe(subscriber);
            return messages.return(undefined);
          },
        };
      },
    };
  }

  async *#messages(subscriber: Subscriber, after: number | null): AsyncGenerator<string, undefined> {
    const { pool, clock, presences, rules } = this.#deps;
    const { projectId, sent, personId } = subscriber;
    const now = clock.now().getTime();
    // An id in the future isn't from this server.
    const from = Math.min(after ?? now, now) - OVERLAP_MS;
    const end = performance.now() + LIFETIME_MS;
    try {
      const missed = await loadStreamEvents(pool, rules, [projectId], new Date(from), MOST);
      // A new reader loads the current state once it's told `ready`, so it needs no earlier events.
      if (after === null) for (const { id } of missed) sent.add(id);
      else this.#send(subscriber, missed);
      yield 'retry: 2000\n\n';
      if (personId !== null) {
        await presences.refresh();
        // All of them, also when there are none: the reader may know some from an earlier stream.
        const here = presences.of(projectId).filter((one) => isReadable(subscriber.reads, one.collection));
        yield presenceFrame(here, true, this.#deps.clock.now());
      }
      // A reader that continues here has had what was missed until now.
      yield* subscriber.queue.splice(0);
      if (!subscriber.isOver) yield readyFrame(now);
      while (!subscriber.isOver && performance.now() < end) {
        yield* subscriber.queue.splice(0);
        if (subscriber.isOver) return undefined;
        if (subscriber.queue.length === 0 && !(await this.#waitFor(subscriber))) yield ': still here\n\n';
      }
      return undefined;
    } finally {
      this.#unsubscribe(subscriber);
    }
  }

  /** Ends all streams, and those that begin later. */
  close(): void {
    this.#isClosed = true;
    for (const subscriber of this.#subscribers) endStream(subscriber);
  }

  #subscribe({ projectId, credential, personId, reads }: StreamReader): Subscriber {
    const subscriber: Subscriber = {
      projectId,
      credential,
      personId,
      reads,
      queue: [],
      sent: new Set(),
      resetAt: Number.NEGATIVE_INFINITY,
      wake: () => undefined,
      isOver: this.#isClosed,
    };
    this.#subscribers.add(subscriber);
    if (!this.#isLooking) this.#timer ??= setTimeout(() => void this.#look(), POLL_MS);
    return subscriber;
  }

  #unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @returns false when no event came for so long that the connection has to be kept alive */
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
    const { pool, clock, log, grants, presences, rules } = this.#deps;
    this.#isLooking = true;
    const open = [...this.#subscribers];
    try {
      const standing = await findValidCredentials(pool, open, 'event.read', grants, clock.now());
      for (const subscriber of open) if (!standing.has(subscriber)) endStream(subscriber);
      const projectIds = [...new Set([...standing.keys()].map(({ projectId }) => projectId))];
      const since = new Date(clock.now().getTime() - OVERLAP_MS);
      const events = await loadStreamEvents(pool, rules, projectIds, since, MOST);
      for (const [subscriber, reads] of standing) {
        subscriber.reads = reads;
        this.#send(subscriber, events);
      }
      if (open.some(({ personId }) => personId !== null)) await presences.refresh();
    } catch (err) {
      log.warn({ err }, 'could not look for events; trying again soon');
    }
    this.#isLooking = false;
    this.#timer = this.#subscribers.size > 0 ? setTimeout(() => void this.#look(), POLL_MS) : undefined;
  }

  #sendPresences(changed: readonly Presence[]): void {
    for (const { personId, projectId, reads, queue, wake } of this.#subscribers) {
      if (personId === null) continue;
      const own = changed.filter((one) => one.projectId === projectId && isReadable(reads, one.collection));
      if (own.length === 0) continue;
      queue.push(presenceFrame(own, false, this.#deps.clock.now()));
      wake();
    }
  }

  #send(subscriber: Subscriber, events: readonly StreamEvent[]): void {
    const { projectId, sent, queue } = subscriber;
    const own = events.filter((event) => event.projectId === projectId);
    const news = own.filter(
      (event) => !sent.has(event.id) && isForReader(event, subscriber, rulesOf(this.#deps.rules, event.type)),
    );
    for (const { id } of news) sent.add(id);
    // The oldest are out of the range of a poll.
    for (const id of sent) {
      if (sent.size <= 4 * MOST) break;
      sent.delete(id);
    }
    const last = own.at(-1)?.recordedAt.getTime() ?? 0;
    // There may be more events than one poll loads, so the reader must load the current state again.
    if (own.length >= MOST && last - subscriber.resetAt > OVERLAP_MS) {
      subscriber.resetAt = last;
      queue.push(`id: ${last}\nevent: reset\ndata: {}\n\n`);
    } else queue.push(...news.map(frameOf));
    if (queue.length > MOST) endStream(subscriber);
    if (queue.length > 0) subscriber.wake();
  }
}

function endStream(subscriber: Subscriber): void {
  subscriber.isOver = true;
  subscriber.wake();
}

function readyFrame(now: number): string {
  const at = new Date(now).toISOString();
  const view = { id: randomUUID(), type: 'ready', at, subject_id: null, actor: null, data: {} };
  return `id: ${now}\nevent: ready\ndata: ${JSON.stringify(view)}\n\n`;
}

function frameOf({ id, type, at, recordedAt, subjectId, actor, data }: StreamEvent): string {
  const view = { id, type, at: at.toISOString(), subject_id: subjectId, actor, data };
  return `id: ${recordedAt.getTime()}\nevent: ${type}\ndata: ${JSON.stringify(view)}\n\n`;
}
