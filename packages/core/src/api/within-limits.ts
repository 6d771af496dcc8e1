import type { KnownLimit } from '../access/limits/limits.ts';
import type { GiveBack, RateLimiter } from '../access/limits/rate-limiter.ts';
import { ApiError } from '../platform/errors.ts';

/** A rate limit that a valid request counts towards. */
export interface LimitUse<Ctx, Input> {
  readonly limit: KnownLimit;
  /** `failures`: the units come back unless the request is refused. A conflict is no failure: it says nothing about a secret. */
  readonly counts?: 'failures';
  /** Whether this request counts. By default every request does. */
  when?(input: Input, ctx: Ctx): boolean;
  /** Whether the verb spends the units itself, because only some outcomes count. */
  readonly byVerb?: boolean;
  /** How many units; by default one. */
  units?(input: Input): number;
  /** Extends the key of the counter. By default there's one for each project, or for each person outside of projects. */
  per?(ctx: Ctx, input: Input): readonly string[];
  /** Whether a request over the limit goes on nevertheless. Limits after this one don't count it then. */
  unless?(ctx: Ctx, input: Input): Promise<boolean>;
}

/** A valid request, and whose units it spends: a project's or a person's, if it has one. */
interface CountedRequest<Ctx, Input> {
  readonly limiter: RateLimiter;
  readonly owner: string | undefined;
  readonly ctx: Ctx;
  readonly input: Input;
}

/**
 * Spends units of limits, and then does the work.
 *
 * @throws ApiError `rate_limited`; then units of failures were not spent
 */
export async function withinLimits<Ctx, Input, Result>(
  uses: readonly LimitUse<Ctx, Input>[],
  { limiter, owner, ctx, input }: CountedRequest<Ctx, Input>,
  work: () => Promise<Result>,
): Promise<Result> {
  const failures: GiveBack[] = [];
  const giveBack = async (): Promise<void> => {
    for (const give of failures) await give();
  };
  for (const use of uses) {
    if (use.byVerb || use.when?.(input, ctx) === false) continue;
    const key = [...(owner === undefined ? [] : [owner]), ...(use.per?.(ctx, input) ?? [])].join(':');
    try {
      const give = await limiter.spend(use.limit, key, use.units?.(input));
      if (use.counts === 'failures') failures.push(give);
    } catch (error) {
      if (isOf(error, 429) && (await use.unless?.(ctx, input))) break;
      await giveBack();
      throw error;
    }
  }
  try {
    const result = await work();
    await giveBack();
    return result;
  } catch (error) {
    if (isOf(error, 409)) await giveBack();
    throw error;
  }
}

function isOf(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
