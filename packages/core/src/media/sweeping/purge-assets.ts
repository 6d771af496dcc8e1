import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import { lockAssets } from '../asset.store.ts';
import { findKeptMedia } from '../uses.store.ts';
import { deleteAssets, deleteOldVersions, findDueAssets } from './purge.store.ts';

const BATCH = 200;

/**
 * Removes assets that were in the trash for 30 days, unless they're used or a kept snapshot shows them; and earlier files that
 * were replaced 30 days ago. Their files in storage are swept later.
 *
 * @returns how many of each
 */
export async function purgeAssets(services: WriteContext['services']): Promise<{ assets: number; versions: number }> {
  const { database, clock } = services;
  const now = clock.now();
  let assets = 0;
  for (let after = ''; ; ) {
    const due = await findDueAssets(database.pool, now, after, BATCH);
    for (const projectId of new Set(due.map((asset) => asset.projectId))) {
      const ids = due.filter((asset) => asset.projectId === projectId).map(({ id }) => id);
      const kept = await findKeptMedia(database.pool, projectId, ids);
      const free = ids.filter((id) => !kept.has(id));
      if (free.length === 0) continue;
      assets += await inTransaction(database.pool, async (client) => {
        await lockAssets(client, projectId, free);
        return deleteAssets(client, projectId, free, now);
      });
    }
    after = due.at(-1)?.id ?? after;
    if (due.length < BATCH) break;
  }
  return { assets, versions: await deleteOldVersions(database.pool, now) };
}
