import type { LoaderContext } from 'astro/loaders';
import { follow } from '../follow.ts';
import type { AnyCollections, Loader } from '../index.ts';

/** A collection that follows the published content. */
interface Follower {
  /** Of the collection in its project: a later follower of the same name takes the place of this one. */
  readonly name: string;
  readonly intervalMs: number;
  /** The snapshot that the collection was filled from; null for drafts, or when nothing was published. */
  readonly snapshotId: string | null;
  readonly write: () => Promise<unknown>;
}

type Source = Pick<Loader<AnyCollections>, 'refresh' | 'snapshot'>;

const stops = new Map<string, () => void>();

/**
 * Looks again and again whether another snapshot is live, and fills the collection from it; drafts each time. Ends with
 * the development server. The collection stays as it was while that fails.
 */
export function followLive(
  { name, intervalMs, snapshotId, write }: Follower,
  source: Source,
  { watcher, logger }: Pick<LoaderContext, 'watcher' | 'logger'>,
): void {
  stops.get(name)?.();
  let written = snapshotId;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    end();
    if (stops.get(name) === stop) stops.delete(name);
  };
  const look = async (): Promise<void> => {
    if (watcher && 'closed' in watcher && watcher.closed === true) return stop();
    await source.refresh();
    const { id } = await source.snapshot();
    if (stopped || (id !== null && id === written)) return;
    await write();
    written = id;
  };
  const end = follow({ intervalMs, look, warn: (message) => logger.warn(message) });
  stops.set(name, stop);
}
