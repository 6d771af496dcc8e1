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

/** On globalThis, since Astro may load this module again when it restarts: earlier followers have to end then. */
const KEY = Symbol.for('stele.followers');
const stops = (): Map<string, () => void> => {
  const global = globalThis as { [KEY]?: Map<string, () => void> };
  global[KEY] ??= new Map();
  return global[KEY];
};

/**
 * Looks again and again whether another snapshot is live, and fills the collection from it; drafts each time. The
 * collection stays as it was while that fails. Ends with the process: when its config changes, Astro 7 restarts its
 * server in place, keeps the store, and doesn't load collections again.
 */
export function followLive(
  { name, intervalMs, snapshotId, write }: Follower,
  source: Source,
  { logger }: Pick<LoaderContext, 'logger'>,
): void {
  stopFollowing(name);
  let written = snapshotId;
  let stopped = false;
  const look = async (): Promise<void> => {
    await source.refresh();
    const { id } = await source.snapshot();
    if (stopped || (id !== null && id === written)) return;
    await write();
    written = id;
  };
  const end = follow({ intervalMs, look, log: logger });
  stops().set(name, () => {
    stopped = true;
    end();
  });
}

/** Ends what followed a collection, or what followed any of them. */
export function stopFollowing(name?: string): void {
  for (const [key, stop] of [...stops()]) {
    if (name !== undefined && key !== name) continue;
    stop();
    stops().delete(key);
  }
}
