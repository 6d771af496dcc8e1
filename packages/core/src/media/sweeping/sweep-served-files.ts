import type { ObjectListing, ObjectStorage } from '@stele/storage';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { mediaPrefix } from '../keys.ts';
import { findKeptMedia } from '../uses.store.ts';
import {
  claimSweep,
  correctServed,
  endSweep,
  findUnsweptProjects,
  holdForSweep,
  loadServedKeys,
} from './served-files.store.ts';

/** How often each project is swept. */
const EVERY_MS = 24 * 60 * 60_000;
/** Newer files may belong to renditions that aren't recorded yet. */
const GRACE_MS = 24 * 60 * 60_000;
/** How many assets are swept together. */
const BATCH = 100;

interface SweepServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/**
 * Sweeps each project once a day: removes served files that no asset, no earlier version of one and no kept snapshot needs, and
 * counts the others.
 *
 * @returns how many files were removed
 */
export async function sweepServedFiles(services: SweepServices): Promise<number> {
  const { database, clock } = services;
  const before = new Date(clock.now().getTime() - EVERY_MS);
  let removed = 0;
  for (const projectId of await findUnsweptProjects(database.pool, before)) {
    if (await claimSweep(database.pool, projectId, before, clock.now()))
      removed += await sweepProject(services, projectId);
  }
  return removed;
}

async function sweepProject(services: SweepServices, projectId: string): Promise<number> {
  const { storage, clock } = services;
  const prefix = mediaPrefix(projectId);
  const began = clock.now();
  let removed = 0;
  let after = '';
  let batch = new Map<string, ObjectListing[]>();
  const sweepBatch = async (upTo: string | null): Promise<void> => {
    const gone = new Set(await sweepAssets(services, projectId, oldFiles(batch, began)));
    removed += gone.size;
    const left = (files: readonly ObjectListing[]): number =>
      files.reduce((sum, { key, size }) => sum + (gone.has(key) ? 0 : size), 0);
    const sizes = new Map([...batch].map(([id, files]) => [id, left(files)]));
    await correctServed(services.database.pool, projectId, { after, upTo, sizes, before: began });
    batch = new Map();
    after = upTo ?? after;
  };
  for await (const file of storage.list(prefix)) {
    const assetId = file.key.slice(prefix.length).split('/')[0] ?? '';
    if (batch.size >= BATCH && !batch.has(assetId)) await sweepBatch([...batch.keys()].at(-1) ?? null);
    batch.set(assetId, [...(batch.get(assetId) ?? []), file]);
  }
  await sweepBatch(null);
  return removed;
}

/** Asset → the keys of its files that are old enough to be removed. */
function oldFiles(files: ReadonlyMap<string, readonly ObjectListing[]>, now: Date): Map<string, string[]> {
  const before = now.getTime() - GRACE_MS;
  const old = [...files].map(([id, all]): [string, string[]] => [
    id,
    all.filter(({ lastModified }) => lastModified.getTime() <= before).map(({ key }) => key),
  ]);
  return new Map(old.filter(([, keys]) => keys.length > 0));
}

/** @param files old ones, by asset @returns the keys of removed files */
async function sweepAssets(
  services: SweepServices,
  projectId: string,
  files: ReadonlyMap<string, readonly string[]>,
): Promise<readonly string[]> {
  const { database, storage, clock } = services;
  const suspected = await findUnneeded(database.pool, projectId, files, [...files.keys()]);
  if (suspected.size === 0) return [];
  const held = await holdForSweep(database.pool, projectId, [...suspected.keys()], clock.now());
  try {
    const unneeded = [...(await findUnneeded(database.pool, projectId, files, held)).values()].flat();
    if (unneeded.length > 0) await storage.delete(unneeded);
    return unneeded;
  } finally {
    await endSweep(database.pool, held);
  }
}

/** Asset → its files that neither assets nor kept snapshots need. */
async function findUnneeded(
  client: Queryable,
  projectId: string,
  files: ReadonlyMap<string, readonly string[]>,
  assetIds: readonly string[],
): Promise<Map<string, string[]>> {
  const served = await loadServedKeys(client, projectId, assetIds);
  const kept = await findKeptMedia(client, projectId, assetIds);
  const unneeded = assetIds.map((id): [string, string[]] => [
    id,
    (files.get(id) ?? []).filter((key) => !served.get(id)?.has(key) && !kept.get(id)?.has(key)),
  ]);
  return new Map(unneeded.filter(([, keys]) => keys.length > 0));
}
