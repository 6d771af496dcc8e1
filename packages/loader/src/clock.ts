import { setTimeout as timeout } from 'node:timers/promises';

/** Time and chance, as the loader sees them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @param signal ends it early */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after some time. @returns cancels that */
  after(ms: number, callback: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => timeout(ms, undefined, signal && { signal }).catch(() => undefined),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
