import { ApiError } from '../platform/errors.ts';

/** How many requests a process works on at a time. */
export interface AdmissionBounds {
  readonly all: number;
  /** Of one tenant: a project, or a person or an IP address outside of projects. */
  readonly ofOne: number;
  /** Reserved for tenants without running requests, so that a few busy tenants can't shut out the others. */
  readonly kept: number;
}

/** A process answers some hundreds of requests a second, so more than these would wait for long. */
const BOUNDS: AdmissionBounds = { all: 128, ofOne: 64, kept: 16 };
/** Changes of published content that wait or are being made: fifty at once fit, and leave room for other requests. */
export const PUBLISH_BOUNDS: AdmissionBounds = { all: 112, ofOne: 56, kept: 16 };

class OverloadError extends Error {
  override readonly name = 'OverloadError';
}

/**
 * Bounds the requests that a process works on at a time. Under more load than it can carry it refuses the surplus at once, and
 * answers the others as fast as before. One tenant gets at most half of the places, and some are reserved for tenants without running
 * requests. A request counts once its caller is recognised and its body has arrived, so slow clients take no place.
 */
export class Admission {
  readonly #bounds: AdmissionBounds;
  readonly #of = new Map<string, number>();
  #all = 0;

  constructor(bounds: AdmissionBounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /**
   * Carries out a request.
   *
   * @throws ApiError `unavailable` with Retry-After when there's no place; then nothing was done
   */
  async run<Answer>(tenant: string, work: () => Promise<Answer>): Promise<Answer> {
    this.assertPlace(tenant);
    const leave = this.enter(tenant);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** @throws ApiError `unavailable` with Retry-After when there's no place */
  assertPlace(tenant: string): void {
    const own = this.#of.get(tenant) ?? 0;
    const { all, ofOne, kept } = this.#bounds;
    if (this.#all < (own > 0 ? all - kept : all) && own < ofOne) return;
    const cause = new OverloadError(`${this.#all} requests are being answered, ${own} of them for ${tenant}.`);
    const message = 'There are too many requests at the moment. Try again in a moment.';
    throw new ApiError('unavailable', { message, headers: { 'retry-after': '1' }, cause });
  }

  /** Takes a place. @returns frees it; to be called once */
  enter(tenant: string): () => void {
    this.#all++;
    this.#of.set(tenant, (this.#of.get(tenant) ?? 0) + 1);
    return () => {
      this.#all--;
      const left = (this.#of.get(tenant) ?? 1) - 1;
      if (left > 0) this.#of.set(tenant, left);
      else this.#of.delete(tenant);
    };
  }
}
