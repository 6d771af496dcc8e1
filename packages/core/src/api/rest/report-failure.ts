import type { Logger } from 'pino';
import type { ApiError } from '../../platform/errors.ts';

/** An outage is told of in full once in so long. */
const TELL_EVERY_MS = 60_000;

const toldAt = new WeakMap<Logger, number>();

/**
 * Puts a failed request into the log: a fault of ours with everything; of an outage the cause, and not again for each
 * request that meets it.
 */
export function reportFailure(log: Logger, error: ApiError, about: Readonly<Record<string, unknown>>): void {
  if (error.status < 500) return;
  const err = error.cause ?? error;
  if (error.errorCode === 'unavailable' && error.cause !== undefined) {
    const now = performance.now();
    if (now - (toldAt.get(log) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) {
      log.debug(about, error.errorCode);
      return;
    }
    toldAt.set(log, now);
  }
  log.error({ err, ...about }, error.errorCode);
}
