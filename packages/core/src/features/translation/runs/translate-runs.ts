import { toApiError } from '../../../api/rest/envelope.ts';
import { reportFailure } from '../../../api/rest/report-failure.ts';
import { toRefusal } from '../../../domains/entries/bulk-item.ts';
import type { Services } from '../../../domains/services.ts';
import type { JobHandler, RunningJob } from '../../../jobs/handler.ts';
import { ApiError } from '../../../platform/errors.ts';
import { enqueueJobs } from '../../../platform/job-queue.store.ts';
import { TRANSLATE_RUN } from './change-run.ts';
import { admitOwner, RunChanged, translateOne, undoOne } from './run-entry.ts';
import { type ActiveRun, endRun, findActiveRun, nextRunEntry, noteOutcome } from './translation-runs.store.ts';

/** So many failures in a row aren't due to single entries. */
const MOST_FAILURES = 3;
/** How often processes may end over an entry before it's left out. */
const MOST_ATTEMPTS = 5;
/** Statuses by which a service says that it refuses the key, or that the quota is used up. */
const CLOSED: readonly unknown[] = [401, 402, 403, 456];
const UNAUTHORIZED: readonly string[] = ['auth.insufficient_role', 'auth.insufficient_scope'];
/** After these, the same entry comes again. */
const PASSING: readonly string[] = ['rate_limited', 'unavailable'];

/**
 * The job of a run: one entry each time, so that projects take turns. The outcome of an entry is noted with its save, so that an
 * entry that is translated isn't sent again, whenever the process is killed.
 */
export const translateRuns: JobHandler<Services> = {
  kind: TRANSLATE_RUN,
  lane: 'translate',
  // A run whose job was given up would never end.
  attempts: Number.POSITIVE_INFINITY,
  run: async (job, services) => {
    const { database, clock } = services;
    const run = await findActiveRun(database.pool, job.projectId ?? '', job.key);
    const waitMs = run && (await step(services, run, job));
    if (!run || waitMs === null) return;
    const goOnIn = async (ms: number): Promise<void> => {
      const now = clock.now();
      const next = { kind: TRANSLATE_RUN, key: run.id, projectId: run.projectId };
      await enqueueJobs(database.pool, [{ ...next, runAt: new Date(now.getTime() + ms) }], now);
    };
    await goOnIn(waitMs);
    if (waitMs === 0) return;
    // An undo that was asked for just before that doesn't wait.
    const now = await findActiveRun(database.pool, run.projectId, run.id);
    if (now?.state !== run.state) await goOnIn(0);
  },
};

/** Translates an entry, or takes its translation back. @returns after how many ms the next one comes; null when there's none */
async function step(services: Services, run: ActiveRun, { attempts, signal }: RunningJob): Promise<number | null> {
  const { pool } = services.database;
  const isUndoing = run.state === 'undoing';
  const end = async (to: 'done' | 'undone' | 'stopped', error?: ApiError): Promise<null> => {
    await endRun(pool, run, { from: run.state, to, error: error ? toRefusal(error) : null }, services.clock.now());
    return null;
  };
  const entry = await nextRunEntry(pool, run);
  if (!entry) return end(isUndoing ? 'undone' : 'done');
  if (!(await admitOwner(services, run))) return end('stopped', new ApiError('auth.insufficient_role'));
  try {
    if (attempts > MOST_ATTEMPTS) throw new ApiError('internal');
    const outcome = await (isUndoing ? undoOne : translateOne)(services, run, entry, signal);
    await noteOutcome(pool, run, entry.entryId, outcome, 0);
    return 0;
  } catch (thrown) {
    // The process ends, or another one has taken over.
    if (signal.aborted) throw thrown;
    if (thrown instanceof RunChanged) return 0;
    const error = toApiError(thrown);
    if (PASSING.includes(error.errorCode)) return 1000 * Number(error.headers['retry-after']);
    reportFailure(services.log, error, { requestId: run.requestId, path: TRANSLATE_RUN });
    const isClosed =
      CLOSED.includes(error.details?.[0]?.service_status) || error.errorCode === 'translation.no_service';
    // Someone else may take it back.
    if (isClosed || (isUndoing && UNAUTHORIZED.includes(error.errorCode))) return end('stopped', error);
    const failures = error.status >= 500 ? run.failures + 1 : 0;
    const result = isUndoing ? 'kept' : 'failed';
    await noteOutcome(pool, run, entry.entryId, { result, report: { error: toRefusal(error) } }, failures);
    return failures < MOST_FAILURES ? 0 : end('stopped', error);
  }
}
