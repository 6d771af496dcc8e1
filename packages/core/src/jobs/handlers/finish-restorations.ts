import type { Restorations } from '../../publishing/restoration/restorations.ts';
import type { JobHandler } from '../handler.ts';

/** Finishes restorations that a process left unfinished. */
export function finishRestorations(restorations: Restorations): JobHandler {
  return { kind: 'finish-restorations', everyMs: 10 * 60_000, run: () => restorations.finishAll() };
}
