import type { LoaderContext } from 'astro/loaders';
import { isUnpublished } from '../content/is-unpublished.ts';
import type { AnyCollections, Loader } from '../index.ts';

/** A collection that follows the live content. */
interface Follower {
  /** Of the collection in its project: a later follower of the same name takes the place of this one. */
  readonly name: string;
  readonly intervalMs: number;
  /** The snapshot that the collection was filled from; null for drafts, or when nothing was published. */
  readonly snapshotId: string | null;
  /** Fills the collection again. */
  readonly write: () => Promise<unknown>;
}

type Source = Pick<Loader<AnyCollections>, 'refresh' | 'snapshot'>;

const stops = new Map<string, () => void>();

/**
 * Looks again and again whether another snapshot is live, and fills the collection from it; drafts each time. Ends with
 * the development server. What fails is warned of once and tried again; the collection stays as it was meanwhile. That nothing
 * was published yet is no failure.
 */
export function followLive(
  { name, intervalMs, snapshotId, write }: Follower,
  source: Source,
  { watcher, logger }: Pick<LoaderContext, 'watcher' | 'logger'>,
): void {
  stops.get(name)?.();
  let written = snapshotId;
  let failing = false;
  let timer: NodeJS.Timeout;
  let stopped = false;
  const look = async (): Promise<void> => {
    if (watcher && 'closed' in watcher && watcher.closed === true) return stop();
    try {
      await source.refresh();
      const { id } = await source.snapshot();
      if (!stopped && (id === null || id !== written)) {
        await write();
        written = id;
      }
      failing = false;
    } catch (error) {
      // What isn't published yet is no failure: the next one is warned of.
      const fails = !isUnpublished(error);
      if (fails && !failing) logger.warn(`Not refreshed: ${error instanceof Error ? error.message : String(error)}`);
      failing = fails;
    }
    wait();
  };
  const wait = (): void => {
    if (!stopped) timer = setTimeout(() => void look(), intervalMs).unref();
  };
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    if (stops.get(name) === stop) stops.delete(name);
  };
  stops.set(name, stop);
  wait();
}
