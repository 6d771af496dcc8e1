import type { Clock } from '../../src/clock.ts';

/** A clock that stands where a test puts it. Sleeping takes no time, but is on record. */
export class FakeClock implements Clock {
  readonly sleeps: number[] = [];
  #now: number;
  #timers = new Set<() => void>();

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

  after(_ms: number, callback: () => void): () => void {
    this.#timers.add(callback);
    return () => this.#timers.delete(callback);
  }

  random(): number {
    return 0;
  }

  /** Lets all time-outs happen that are set now. */
  expire(): void {
    for (const callback of [...this.#timers]) callback();
  }
}
