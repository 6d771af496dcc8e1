import { changeStorageUse } from '../../media/quota.store.ts';
import { closeUpload, findUpload, type OpenUpload } from '../../media/uploads.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';

/**
 * Ends the upload of an asset, which must be locked, and releases its reserved space.
 *
 * @returns the upload, to be discarded after the transaction; null when none was open
 */
export async function closeOpenUpload(
  client: Queryable,
  projectId: string,
  assetId: string,
): Promise<OpenUpload | null> {
  const upload = await findUpload(client, projectId, assetId);
  if (!upload || !(await closeUpload(client, upload))) return null;
  await changeStorageUse(client, projectId, { used: 0, reserved: -upload.bytes, assets: 0 });
  return upload;
}
