import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { isSameField, PRESENCE_LASTS_MS, type Presence, tabKey } from './presence.ts';
import { readPresenceReports, writePresenceReport } from './presence-reports.store.ts';

/** A process reports at most so often, all changes together. */
const REPORT_MS = 500;
/** How far back each read goes: a report becomes visible when its transaction ends. */
const OVERLAP_MS = 5_000;

/** The most tabs of a person in a project that others are shown. */
const MOST_TABS = 20;

interface PresencesDependencies {
  /** Through which API processes hear of each other's people; null when there's only this one. */
  readonly pool: Queryable | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Knows who is where in which entries. It's kept in memory: what a tab says costs the database nothing, but for one report to
 * the other processes, twice a second at most, that has all changes of this one.
 */
export class Presences {
  readonly #deps: PresencesDependencies;
  /** By tab; those that left too, so that an older report doesn't bring them back. */
  readonly #known = new Map<string, Presence>();
  readonly #unreported = new Map<string, Presence>();
  /** Reports belong to no request. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();
  #listener: (changed: readonly Presence[]) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #readAt = 0;
  #isClosed = false;

  constructor(deps: PresencesDependencies) {
    this.#deps = deps;
  }

  /** Calls back with those who came, went or moved, in this process or another. */
  onChange(listener: (changed: readonly Presence[]) => void): void {
    this.#listener = listener;
  }

  /** The last presence of a tab; undefined when it's over. */
  find(tab: Pick<Presence, 'projectId' | 'person' | 'tab'>): Presence | undefined {
    this.#expire();
    return this.#known.get(tabKey(tab));
  }

  /** Everyone who is in an entry of a project. */
  of(projectId: string): readonly Presence[] {
    this.#expire();
    return [...this.#known.values()].filter((one) => one.projectId === projectId && one.entryId !== null);
  }

  /** Notes what a tab says. @returns how long that lasts unless it's said again */
  announce(said: Omit<Presence, 'at'>): number {
    // Later than what is known, whichever process heard that: their clocks differ a little.
    const at = Math.max(this.#deps.clock.now().getTime(), (this.find(said)?.at ?? 0) + 1);
    const isOwn = (one: Presence): boolean => one.person.id === said.person.id && one.tab !== said.tab;
    const others = this.of(said.projectId).filter(isOwn);
    // The oldest first: tabs that are there say so again and again.
    const over = others.sort((a, b) => a.at - b.at).slice(0, Math.max(0, others.length + 1 - MOST_TABS));
    const told = [...over.map((one) => ({ ...one, entryId: null, at })), { ...said, at }];
    this.#take(told);
    if (this.#deps.pool) {
      for (const one of told) this.#unreported.set(tabKey(one), one);
      this.#reportSoon();
    }
    return PRESENCE_LASTS_MS;
  }

  /** Hears what other processes have reported, and forgets whom nothing was heard of. */
  async refresh(): Promise<void> {
    const { pool, clock } = this.#deps;
    const now = clock.now().getTime();
    this.#expire();
    if (!pool) return;
    const reported = await readPresenceReports(
      pool,
      new Date(Math.max(this.#readAt - OVERLAP_MS, now - PRESENCE_LASTS_MS)),
    );
    this.#readAt = now;
    this.#take(reported.filter(({ at }) => at >= now - PRESENCE_LASTS_MS));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #take(said: readonly Presence[]): void {
    const changed = said.flatMap((one) => {
      const key = tabKey(one);
      const before = this.#known.get(key);
      if (before && before.at > one.at) return [];
      this.#known.set(key, one);
      if (!before) return one.entryId === null ? [] : [one];
      if (isSameField(before, one)) return [];
      // People who may not read the new collection still hear that the tab left the one before.
      return before.collection === one.collection ? [one] : [{ ...before, entryId: null }, one];
    });
    if (changed.length > 0) this.#listener(changed);
  }

  #expire(): void {
    const since = this.#deps.clock.now().getTime() - PRESENCE_LASTS_MS;
    const over = [...this.#known].filter(([, { at }]) => at < since);
    for (const [key] of over) this.#known.delete(key);
    const left = over.flatMap(([, one]) => (one.entryId === null ? [] : [{ ...one, entryId: null }]));
    if (left.length > 0) this.#listener(left);
  }

  #reportSoon(): void {
    if (this.#isClosed || this.#timer) return;
    const wait = Math.max(0, this.#reportedAt + REPORT_MS - performance.now());
    this.#timer = this.#outsideOfRequests(() => setTimeout(() => void this.#report(), wait));
  }

  async #report(): Promise<void> {
    const { pool, clock, log } = this.#deps;
    const people = [...this.#unreported.values()];
    this.#unreported.clear();
    this.#reportedAt = performance.now();
    try {
      if (pool) await writePresenceReport(pool, people, clock.now());
    } catch (err) {
      // Tabs say it again soon.
      log.warn({ err }, 'could not report who is where to other processes');
    }
    this.#timer = undefined;
    if (this.#unreported.size > 0) this.#reportSoon();
  }
}
