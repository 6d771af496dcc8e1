import { setImmediate } from 'node:timers/promises';
import { assetActions } from '../../media/asset.names.ts';
import { findFolders } from '../../media/asset.store.ts';
import { urlNameOf } from '../../media/keys.ts';
import { reserveBytes } from '../../media/quota.store.ts';
import { insertDeclared, type OpenUpload, UPLOAD_OPEN_MS } from '../../media/uploads.store.ts';
import { writeSql } from '../../platform/audit.ts';
import type { AuditEntry } from '../../platform/audit-records.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { assertSpace, noSpace } from './space.ts';
import { toUploadView } from './upload-view.ts';
import type { UploadAssetsInput, UploadList, UploadView } from './uploads.schemas.ts';

/**
 * Declares files to upload, reserves space for them, and returns the URLs to upload them to.
 *
 * @throws ApiError `validation_failed` for a folder that doesn't exist, `media.quota_exceeded`, `unavailable`
 */
export async function uploadAssets(
  ctx: ProjectContext,
  { files }: Pick<UploadAssetsInput, 'files'>,
): Promise<UploadList> {
  const { database, clock, storage, media } = ctx.services;
  const projectId = ctx.project.id;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  // Checks early, so that no multipart uploads are begun in vain. The transaction below checks again.
  await assertSpace(database.pool, ctx, total, ['files']);
  const uploads = await media.uploads.begin(
    files.map(({ mime, bytes }) => ({ assetId: newId('asset'), projectId, contentType: mime, bytes })),
  );
  try {
    const views: UploadView[] = [];
    for (const upload of uploads) {
      views.push(await toUploadView(storage, upload));
      // There may be thousands of parts, and signing blocks the event loop.
      await setImmediate();
    }
    const now = clock.now();
    return await writeSql(ctx, async (client) => {
      await checkFolders(client, projectId, files);
      if (!(await reserveBytes(client, projectId, total, media.storageLimit)))
        throw await noSpace(client, ctx, total, ['files']);
      const declared = files.flatMap((file, n) => {
        const { filename, folder_id: folderId = null } = file;
        const upload = uploads[n];
        return upload ? [{ upload, filename, urlName: urlNameOf(filename), folderId }] : [];
      });
      await insertDeclared(client, declared, ctx.actor, { now, expiresAt: new Date(now.getTime() + UPLOAD_OPEN_MS) });
      return { answer: { uploads: views }, audit: declared.map(({ upload, filename }) => auditOf(upload, filename)) };
    });
  } catch (error) {
    await media.uploads.discard(uploads.filter(({ multipartId }) => multipartId !== null));
    throw error;
  }
}

function auditOf({ assetId, contentType, bytes }: OpenUpload, filename: string): AuditEntry {
  return { action: assetActions['asset.upload'], targetId: assetId, data: { filename, mime: contentType, bytes } };
}

async function checkFolders(client: Queryable, projectId: string, files: UploadAssetsInput['files']): Promise<void> {
  const wanted = new Set(files.flatMap(({ folder_id: id }) => (id ? [id] : [])));
  const found = await findFolders(client, projectId, [...wanted]);
  const details = files.flatMap(({ folder_id: id }, n): ErrorDetail[] =>
    id && !found.has(id) ? [{ path: ['files', n, 'folder_id'], message: `There is no folder ${id}.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
