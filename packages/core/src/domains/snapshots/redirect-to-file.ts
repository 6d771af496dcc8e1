import { collectionFileName, snapshotPrefix } from '@stele/snapshot';
import { ApiError } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { RedirectToFileInput } from './snapshots.schemas.ts';
import { getSnapshotInProject } from './snapshots.store.ts';

/**
 * Redirects to a collection's file on the content host. It needs no credential, since a snapshot's id can't be guessed.
 *
 * @throws ApiError `snapshot.not_found`, `not_found`
 */
export async function redirectToFile(ctx: Context, input: RedirectToFileInput): Promise<void> {
  const { projectId, snapshotId, collection, locale } = input;
  const { files } = await getSnapshotInProject(ctx.services.database.pool, projectId, snapshotId);
  if (!files.some((file) => file.collection === collection && file.locale === locale)) {
    throw new ApiError('not_found', { message: `The snapshot has no file for ${collection} in ${locale}.` });
  }
  const base = `${ctx.services.settings.contentUrl}/${snapshotPrefix(projectId, snapshotId)}`;
  ctx.response.headers.set('location', `${base}/${collectionFileName(collection, locale)}`);
  ctx.response.headers.set('cache-control', 'public, max-age=3600');
}
