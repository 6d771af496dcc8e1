import { loadStorageUse, takenBytes } from '../../media/quota.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { quotasOf } from '../projects/usage.ts';
import { assetErrors } from './assets.names.ts';

/**
 * Checks that a project has enough space for an upload.
 *
 * @param path of the number of bytes in the request
 * @throws ApiError `media.quota_exceeded`
 */
export async function assertSpace(
  client: Queryable,
  ctx: ProjectContext,
  bytes: number,
  path: readonly string[],
): Promise<void> {
  const { bytes: most } = quotasOf(ctx);
  if (most === null) return;
  const use = await loadStorageUse(client, ctx.project.id);
  if (takenBytes(use) + bytes > most) throw await noSpace(client, ctx, bytes, path);
}

/** The error when a project doesn't have enough space. */
export async function noSpace(
  client: Queryable,
  ctx: ProjectContext,
  bytes: number,
  path: readonly string[],
): Promise<ApiError> {
  const { bytes: most } = quotasOf(ctx);
  const use = await loadStorageUse(client, ctx.project.id);
  const left = Math.max(0, (most ?? 0) - takenBytes(use));
  const message = `This needs ${bytes} bytes, but only ${left} are left.`;
  const numbers = {
    used_bytes: use.usedBytes,
    served_bytes: use.servedBytes,
    reserved_bytes: use.reservedBytes,
    limit_bytes: most,
  };
  return new ApiError(assetErrors['media.quota_exceeded'], {
    message,
    details: [{ path: [...path], message, ...numbers }],
  });
}
