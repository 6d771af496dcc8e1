import { isUnpublished } from './content/is-unpublished.ts';

/** What is repeated while someone develops a website. */
interface Following {
  readonly intervalMs: number;
  /** Checks for changes. */
  readonly look: () => Promise<void>;
  readonly warn: (message: string) => void;
}

const SHORTEST_INTERVAL_MS = 250;

/**
 * Checks for changes at intervals. A failure is warned of once and tried again; that nothing was published yet is no
 * failure. Keeps no process from ending.
 *
 * @returns ends it
 */
export function follow({ intervalMs, look, warn }: Following): () => void {
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    if (!stopped) timer = setTimeout(() => void again(), Math.max(SHORTEST_INTERVAL_MS, intervalMs)).unref();
  };
  const again = async (): Promise<void> => {
    try {
      await look();
      failing = false;
    } catch (error) {
      // What isn't published yet is no failure: the next one is warned of.
      const fails = !isUnpublished(error);
      if (fails && !failing) warn(`Not refreshed: ${error instanceof Error ? error.message : String(error)}`);
      failing = fails;
    }
    wait();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
