import type { Clock } from '../../src/clock.ts';

/** A clock that stands where a test puts it. Sleeping takes no time, but is on record. */
export class FakeClock implements Clock {
  readonly sleeps: number[] = [];
  #now: number;
  #timers = new Set<{ readonly ms: number; readonly callback: () => void }>();

  constructor(now = Date.UTC(2026, 10, 21)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    return Promise.resolve();
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  random(): number {
    return 0;
  }

  /** Lets all timers of some length end that are set now. */
  expire(length: number): void {
    for (const { ms, callback } of [...this.#timers]) if (ms === length) callback();
  }
}
