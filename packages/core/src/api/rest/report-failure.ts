import type { Logger } from 'pino';
import { isTransactionConflict } from '../../platform/database/in-transaction.ts';
import type { ApiError } from '../../platform/errors.ts';

/** An outage is logged in full at most once in this time. */
const REPORT_EVERY_MS = 60_000;

/** A request that failed by a fault of the instance. */
export interface RecentFailure {
  /** ISO 8601. */
  readonly at: string;
  readonly request_id: string;
  /** Method and route, or the procedure. */
  readonly route: string;
  readonly code: string;
}

const MOST_RECENT = 50;

/** Logger of a process → its last failures, the newest first. */
const failures = new WeakMap<Logger, RecentFailure[]>();

/** The last failures that a logger was given, the newest first. */
export function recentFailures(log: Logger): readonly RecentFailure[] {
  return failures.get(log) ?? [];
}

const reportedAt = new WeakMap<Logger, number>();

/** A service that a project chose, or its address, failed: its members are told, and the operator can't mend it. */
const BAD_GATEWAY = 502;

/**
 * Logs a failed request: internal errors and deadlocks with all details, and outages with their cause, but not every time. A
 * failure of a project's own service is no error of the instance.
 */
export function reportFailure(log: Logger, error: ApiError, about: Readonly<Record<string, unknown>>): void {
  if (error.status < 500) return;
  if (error.status === BAD_GATEWAY) {
    log.info({ ...about, reason: error.message }, error.errorCode);
    return;
  }
  const err = error.cause ?? error;
  remember(log, error, about);
  const isOutage =
    error.errorCode === 'unavailable' && error.cause !== undefined && !isTransactionConflict(error.cause);
  if (isOutage) {
    const now = performance.now();
    if (now - (reportedAt.get(log) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) {
      log.debug(about, error.errorCode);
      return;
    }
    reportedAt.set(log, now);
  }
  log.error({ err, ...about }, error.errorCode);
}

function remember(log: Logger, { errorCode }: ApiError, about: Readonly<Record<string, unknown>>): void {
  const { requestId, method, path, pathname = path } = about;
  const route = [method, pathname].filter((part) => part !== undefined).join(' ');
  const failure = { at: new Date().toISOString(), request_id: String(requestId), route, code: errorCode };
  failures.set(log, [failure, ...recentFailures(log)].slice(0, MOST_RECENT));
}
