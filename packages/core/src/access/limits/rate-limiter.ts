import { Ratelimit } from '@upstash/ratelimit';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import { type Limit, type LimitName, type LimitTable, limitsWork, unitsOf } from './limits.ts';
import { memoryBucket } from './memory-bucket.ts';
import type { ScriptClient } from './redis-client.ts';

/** Gives spent units back, for limits that only count failures. Never throws. */
export type GiveBack = () => Promise<void>;

/** Counts requests and refuses those over a limit. */
export class RateLimiter {
  readonly #table: LimitTable;
  /** One for each limit and number of units. Few: only operators give projects other numbers. */
  readonly #limiters = new Map<string, Ratelimit>();
  readonly #redis: ScriptClient | null;
  /** The time on the clock of the counters, ms since the epoch. */
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #telemetry: Telemetry;

  /** @param redis where to count; null counts in this process's memory */
  constructor(options: {
    table: LimitTable;
    redis: ScriptClient | null;
    clock: Clock;
    log: Logger;
    telemetry: Telemetry;
  }) {
    this.#table = options.table;
    this.#now = options.redis ? Date.now : () => options.clock.now().getTime();
    this.#log = options.log;
    this.#telemetry = options.telemetry;
    this.#redis = options.redis;
  }

  /** Whether it limits more than guesses of secrets. */
  get works(): boolean {
    return limitsWork(this.#table);
  }

  /** The units of a limit; null when it's lifted. */
  unitsOf(name: LimitName): number | null {
    return unitsOf(this.#table[name]);
  }

  /** How many of the units of a limit are spent; null without a limit, or when the counters can't be reached. */
  async spent(name: LimitName, key: string, units = this.unitsOf(name)): Promise<number | null> {
    if (units === null) return null;
    const left = await this.#limiterOf(name, units)
      .getRemaining(key)
      .catch(() => null);
    if (!left) return null;
    // Redis keeps what was left until the next request, also once the window is over.
    return this.#now() >= left.reset ? 0 : units - left.remaining;
  }

  /**
   * Spends units of a limit.
   *
   * @param key of the counter: the project, and more where the limit says so
   * @param most units of the window, if they aren't those of the table; each number has a counter of its own
   * @returns a function that gives the units back, for limits that only count failures
   * @throws ApiError `rate_limited` with Retry-After; then nothing was spent
   */
  async spend(name: LimitName, key: string, units = 1, most = this.#table[name].units): Promise<GiveBack> {
    const limit = { ...this.#table[name], units: most };
    if (units > most) throw this.#refusal(name, limit, limit.windowSeconds);
    const limiter = this.#limiterOf(name, most);
    let outcome: { success: boolean; reset: number };
    try {
      outcome = await limiter.limit(key, { rate: units });
    } catch (cause) {
      this.#telemetry.count('limits_unreachable', name);
      this.#log.error({ err: cause, limit: name }, 'the store of rate limits cannot be reached');
      if (limit.outage === 'allow') return async () => undefined;
      throw new ApiError('unavailable', { cause, headers: { 'retry-after': '5' } });
    }
    if (!outcome.success) {
      throw this.#refusal(name, limit, Math.max(1, Math.ceil((outcome.reset - this.#now()) / 1000)));
    }
    return () => this.#giveBack(name, limiter, key, units, outcome.reset);
  }

  /** Does nothing after the bucket's reset, when it's full again. */
  async #giveBack(name: LimitName, limiter: Ratelimit, key: string, units: number, reset: number): Promise<void> {
    if (this.#now() >= reset) return;
    try {
      await limiter.limit(key, { rate: -units });
    } catch (cause) {
      this.#log.error({ err: cause, limit: name }, 'the store of rate limits cannot be reached');
    }
  }

  #refusal(name: LimitName, { units, windowSeconds }: Limit, retryAfter: number): ApiError {
    this.#telemetry.count('limit_refused', name);
    const message = `The limit ${name} is ${units} per ${windowSeconds} seconds. Try again in ${retryAfter} seconds.`;
    return new ApiError('rate_limited', {
      message,
      details: [
        { path: [], message, limit: name, units, window_seconds: windowSeconds, retry_after_seconds: retryAfter },
      ],
      headers: { 'retry-after': String(retryAfter) },
    });
  }

  #limiterOf(name: LimitName, units: number): Ratelimit {
    const key = units === this.#table[name].units ? name : `${name}=${units}`;
    const limiter = this.#limiters.get(key) ?? this.#makeLimiter(key, units, this.#table[name].windowSeconds);
    this.#limiters.set(key, limiter);
    return limiter;
  }

  #makeLimiter(key: string, units: number, windowSeconds: number): Ratelimit {
    const redis = this.#redis;
    const common = { prefix: `stele:limit:${key}`, ephemeralCache: false, timeout: 0, analytics: false } as const;
    if (redis) {
      const limiter = Ratelimit.tokenBucket(units, `${windowSeconds} s`, units);
      return new Ratelimit({ ...common, redis: redis as never, limiter });
    }
    const limiter = memoryBucket(units, windowSeconds * 1000, this.#now);
    return new Ratelimit({ ...common, redis: {} as never, limiter: limiter as never });
  }
}
