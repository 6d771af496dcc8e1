import { Ratelimit } from '@upstash/ratelimit';
import { memoryBucket } from './memory-bucket.ts';
import type { ScriptClient } from './redis-client.ts';

/** The counters of a limit in one store; its units and window never change. */
export type Counters = (limit: string, units: number, windowSeconds: number) => Ratelimit;

/** Counts in a Redis, which processes share. */
export function countersInRedis(redis: ScriptClient): Counters {
  return kept((prefix, units, windowSeconds) => {
    const limiter = Ratelimit.tokenBucket(units, `${windowSeconds} s`, units);
    return new Ratelimit({ ...COMMON, prefix, redis: redis as never, limiter });
  });
}

/** Counts in this process. @param now the time, ms since the epoch */
export function countersInMemory(now: () => number): Counters {
  return kept((prefix, units, windowSeconds) => {
    const limiter = memoryBucket(units, windowSeconds * 1000, now);
    return new Ratelimit({ ...COMMON, prefix, redis: {} as never, limiter: limiter as never });
  });
}

const COMMON = { ephemeralCache: false, timeout: 0, analytics: false } as const;

function kept(make: Counters): Counters {
  const made = new Map<string, Ratelimit>();
  return (limit, units, windowSeconds) => {
    const counters = made.get(limit) ?? make(`stele:limit:${limit}`, units, windowSeconds);
    made.set(limit, counters);
    return counters;
  };
}
