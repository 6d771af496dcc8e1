import type { Sweeper } from '../../publishing/sweep/sweep.ts';
import type { JobHandler } from '../handler.ts';

/** Ends snapshots that needn't be kept, and removes what only those needed. */
export function sweepSnapshots(sweeper: Sweeper): JobHandler {
  return { kind: 'sweep-snapshots', everyMs: 10 * 60_000, run: () => sweeper.run() };
}
