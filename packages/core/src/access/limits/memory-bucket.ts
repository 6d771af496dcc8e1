import type { Ratelimit } from '@upstash/ratelimit';

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]['limiter'];

interface Bucket {
  /** Start of the window that the bucket counts in, ms since the epoch. */
  readonly start: number;
  readonly tokens: number;
}

/**
 * The algorithm of `Ratelimit.tokenBucket(units, window, units)` in memory, for use by the same class: a bucket is full
 * again one window after units were first spent. A rejected call spends nothing. A negative rate gives units back.
 */
export function memoryBucket(units: number, windowMs: number, now: () => number): Algorithm {
  const buckets = new Map<string, Bucket>();
  let sweepAt = 0;

  const current = (id: string, at: number): Bucket => {
    const bucket = buckets.get(id);
    if (!bucket) return { start: at, tokens: units };
    if (at < bucket.start + windowMs) return bucket;
    return { start: bucket.start + Math.floor((at - bucket.start) / windowMs) * windowMs, tokens: units };
  };
  const sweep = (at: number): void => {
    if (at < sweepAt) return;
    sweepAt = at + windowMs;
    for (const [id, bucket] of buckets) if (at >= bucket.start + windowMs) buckets.delete(id);
  };

  return () => ({
    async limit(_context, id, rate = 1) {
      const at = now();
      sweep(at);
      const bucket = current(id, at);
      const success = bucket.tokens >= rate;
      const tokens = success ? Math.min(units, bucket.tokens - rate) : bucket.tokens;
      if (success) buckets.set(id, { start: bucket.start, tokens });
      return {
        success,
        limit: units,
        remaining: success ? tokens : 0,
        reset: bucket.start + windowMs,
        pending: Promise.resolve(),
      };
    },
    async getRemaining(_context, id) {
      const bucket = current(id, now());
      return { remaining: bucket.tokens, reset: bucket.start + windowMs, limit: units };
    },
    async resetTokens(_context, id) {
      buckets.delete(id);
    },
  });
}
