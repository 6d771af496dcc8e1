import type { Logger } from 'pino';
import type { ApiError } from '../../platform/errors.ts';

/** An outage is logged in full at most once in this time. */
const REPORT_EVERY_MS = 60_000;

const reportedAt = new WeakMap<Logger, number>();

/**
 * Logs a failed request: internal errors with all details, and outages with their cause, but not every time.
 */
export function reportFailure(log: Logger, error: ApiError, about: Readonly<Record<string, unknown>>): void {
  if (error.status < 500) return;
  const err = error.cause ?? error;
  if (error.errorCode === 'unavailable' && error.cause !== undefined) {
    const now = performance.now();
    if (now - (reportedAt.get(log) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) {
      log.debug(about, error.errorCode);
      return;
    }
    reportedAt.set(log, now);
  }
  log.error({ err, ...about }, error.errorCode);
}
