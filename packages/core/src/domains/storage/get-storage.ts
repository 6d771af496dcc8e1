import { loadStorageUse } from '../../media/quota.store.ts';
import type { ProjectContext } from '../context.ts';
import type { StorageView } from './storage.schemas.ts';

/** How much room a project's files take, and how much they may. */
export async function getStorage(ctx: ProjectContext): Promise<StorageView> {
  const { database, media } = ctx.services;
  const { usedBytes, servedBytes, reservedBytes, assetCount } = await loadStorageUse(database.pool, ctx.project.id);
  return {
    used_bytes: usedBytes,
    served_bytes: servedBytes,
    reserved_bytes: reservedBytes,
    limit_bytes: media.storageLimit,
    asset_count: assetCount,
  };
}
