import type { ReadableCollections } from '../../access/permissions.ts';
import type { AssetRecord } from '../../media/asset.ts';
import { loadUsers } from '../../media/uses.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { assetErrors } from './assets.names.ts';

/** The most entries to name. */
const MOST = 100;

/** The error for removing an asset in use. It names the first hundred entries that may be read, and says how many more there are. */
export async function assetInUse(
  client: Queryable,
  { id, projectId, usageCount }: AssetRecord,
  reads: ReadableCollections,
): Promise<ApiError> {
  const users = await loadUsers(client, projectId, id, { after: null, limit: MOST, reads });
  const details = users.map(({ id: entryId, title, places }) => ({
    path: ['assetId'],
    message: `The entry "${title}" uses it: ${places.map(({ field, locale }) => `${field} (${locale})`).join(', ')}.`,
    entry_id: entryId,
    draft: places.some(({ draft }) => draft),
    live: places.some(({ live }) => live),
  }));
  const more = usageCount - users.length;
  const rest = more > 0 ? [{ path: [], message: `There are ${more} more.`, more }] : [];
  return new ApiError(assetErrors['media.asset_in_use'], { details: [...details, ...rest] });
}
