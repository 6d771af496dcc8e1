import { isReadable } from '../../../access/permissions.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryDetail } from '../entries.schemas.ts';
import { getEntry } from '../get-entry.ts';
import type { GetByExternalIdInput } from './by-external-id.schemas.ts';
import { findIdByExternalId } from './by-external-id.store.ts';

/** The entry with an `external_id` in a collection. @throws ApiError `entry.not_found` */
export async function getByExternalId(ctx: ProjectContext, input: GetByExternalIdInput): Promise<EntryDetail> {
  const { projectId, collection: collectionKey, externalId, include } = input;
  if (!isReadable(ctx.reads, collectionKey)) throw new ApiError('entry.not_found');
  const entryId = await findIdByExternalId(ctx.services.database.pool, ctx.project.id, { collectionKey, externalId });
  if (entryId === null) throw new ApiError('entry.not_found');
  return getEntry(ctx, { projectId, entryId, include });
}
