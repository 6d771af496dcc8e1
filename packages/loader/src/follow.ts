import { isUnpublished } from './content/is-unpublished.ts';
import type { Log } from './log.ts';

/** A check that is repeated while someone develops a website. */
interface Following {
  readonly intervalMs: number;
  /** Checks for changes. */
  readonly look: () => Promise<void>;
  readonly log: Log;
}

const SHORTEST_INTERVAL_MS = 250;
/** A check that takes longer is reported: until it ends, nothing is followed. */
const STUCK_MS = 60_000;

/**
 * Checks for changes at intervals, until it's ended. A check that fails is tried again: each reason is warned of once, and so is
 * the end of the failures. A project without published content is no failure. Keeps no process from ending.
 *
 * @returns ends it
 */
export function follow({ intervalMs, look, log }: Following): () => void {
  const reasons = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    if (!stopped) timer = setTimeout(() => void again(), Math.max(SHORTEST_INTERVAL_MS, intervalMs)).unref();
  };
  const again = async (): Promise<void> => {
    const stuck = 'The check for published content hung for a minute. Restart the development server.';
    const alarm = setTimeout(() => log.warn(stuck), STUCK_MS).unref();
    try {
      await look();
      if (reasons.size > 0) log.info('Refreshed again: it shows what is published.');
      reasons.clear();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Content that isn't published yet is no failure: the next one is warned of.
      if (isUnpublished(error)) reasons.clear();
      else if (!stopped && !reasons.has(reason)) {
        reasons.add(reason);
        log.warn(`Not refreshed: ${reason}`);
      }
    }
    clearTimeout(alarm);
    wait();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
