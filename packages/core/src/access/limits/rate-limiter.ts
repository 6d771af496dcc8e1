import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Counters, countersInMemory, countersInRedis } from './counters.ts';
import { commonLimits, type DeclaredLimit, type KnownLimit, type LimitTable, limitsWork, unitsOf } from './limits.ts';
import { redisWorks, type ScriptClient } from './redis-client.ts';

/** Gives spent units back, for limits that only count failures. Never throws. */
export type GiveBack = () => Promise<void>;

/** Counts requests and refuses those over a limit. */
export class RateLimiter {
  readonly #table: LimitTable;
  readonly #memory: Counters;
  readonly #redis: { readonly counters: Counters; readonly breaker: CircuitBreaker } | null;
  /** The time on the clock of the counters, ms since the epoch. */
  readonly #now: () => number;
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
    this.#telemetry = options.telemetry;
    this.#memory = countersInMemory(this.#now);
    this.#redis = options.redis && {
      counters: countersInRedis(options.redis),
      breaker: breakerOf(options.redis, options.log),
    };
  }

  /** Whether it limits more than guesses of secrets. */
  get works(): boolean {
    return limitsWork(this.#table);
  }

  /** Whether Redis answered last; null where limits are counted without one. */
  get reachesRedis(): boolean | null {
    return this.#redis?.breaker.isReachable ?? null;
  }

  /** The units of a limit; null when it's lifted. */
  unitsOf(limit: KnownLimit): number | null {
    return unitsOf(this.#asSet(limit));
  }

  /** How many of the units of a limit are spent; null without a limit, or when the counters can't be reached. */
  async spent(limit: KnownLimit, key: string, units = this.unitsOf(limit)): Promise<number | null> {
    if (units === null) return null;
    const read = (counters: Counters) => this.#limiterOf(counters, this.#asSet(limit), units).getRemaining(key);
    const left = await (this.#redis ? this.#inReach(read) : read(this.#memory));
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
   * @throws ApiError `rate_limited` with Retry-After; then nothing was spent. `unavailable` for limits that memory can't count
   * while Redis is out of reach
   */
  async spend(limit: KnownLimit, key: string, units = 1, most = this.#asSet(limit).units): Promise<GiveBack> {
    const usual = this.#asSet(limit);
    const { name, outage, windowSeconds } = usual;
    const refusal = (retryAfter: number) => this.#refusal({ ...usual, units: most }, retryAfter);
    if (units > most) throw refusal(windowSeconds);
    const count = (rate: number) => (counters: Counters) => this.#limiterOf(counters, usual, most).limit(key, { rate });
    const shared = await this.#inReach(count(units));
    if (this.#redis && !shared) {
      this.#telemetry.count('limits_unreachable', name);
      if (outage === 'refuse') throw new ApiError('unavailable', { headers: { 'retry-after': '5' } });
    }
    const outcome = shared ?? (await count(units)(this.#memory));
    if (!outcome.success) {
      throw refusal(Math.max(1, Math.ceil((outcome.reset - this.#now()) / 1000)));
    }
    return async () => {
      // The bucket is full again then.
      if (this.#now() >= outcome.reset) return;
      await (shared ? this.#inReach(count(-units)) : count(-units)(this.#memory));
    };
  }

  /** Does something with the counters in Redis; null when it's out of reach, or there is none. */
  async #inReach<T>(work: (counters: Counters) => Promise<T>): Promise<T | null> {
    if (!this.#redis) return null;
    const { breaker, counters } = this.#redis;
    return breaker.call(() => work(counters));
  }

  /** A limit as the operator has set it. */
  #asSet(limit: KnownLimit): DeclaredLimit {
    const declared = typeof limit === 'string' ? commonLimits[limit] : limit;
    return { ...declared, ...this.#table[declared.name] };
  }

  #refusal({ name, units, windowSeconds }: DeclaredLimit, retryAfter: number): ApiError {
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

  /** A number of units of its own has a counter of its own. */
  #limiterOf(
    counters: Counters,
    { name, units: usual, windowSeconds }: DeclaredLimit,
    units: number,
  ): ReturnType<Counters> {
    return counters(units === usual ? name : `${name}=${units}`, units, windowSeconds);
  }
}

function breakerOf(redis: ScriptClient, log: Logger): CircuitBreaker {
  return new CircuitBreaker({
    probe: () => redisWorks(redis),
    changed(isReachable, err) {
      if (isReachable) log.info('Redis can be reached again, and counts limits');
      else log.error({ err }, 'Redis cannot be reached: limits are counted in this process');
    },
  });
}
