import type { ObjectStorage } from '@stele/storage';
import { planParts } from '../../media/part-plan.ts';
import type { OpenUpload } from '../../media/uploads.store.ts';
import type { UploadView } from './uploads.schemas.ts';

/** How long the URLs of an upload are valid. A request that began in time may take longer. */
const EXPIRES_IN_SECONDS = 60 * 60;

/**
 * An upload with its URLs, as API responses show it. Changes nothing in storage.
 *
 * @param arrived numbers of the parts that have arrived; they get no URL
 */
export async function toUploadView(
  storage: ObjectStorage,
  { assetId, key, contentType, bytes, multipartId }: OpenUpload,
  arrived: ReadonlySet<number> = new Set(),
): Promise<UploadView> {
  const options = { contentType, contentLength: bytes, expiresInSeconds: EXPIRES_IN_SECONDS };
  const { url, headers, expiresAt } = await storage.presignPut(key, options);
  const expires_at = expiresAt.toISOString();
  const view = { asset_id: assetId, uploadUrl: url, content_type: contentType, headers, expires_at };
  if (multipartId === null) return view;
  const missing = planParts(bytes).filter(({ partNumber }) => !arrived.has(partNumber));
  const parts = missing.map(async ({ partNumber, offset, bytes: contentLength }) => {
    const signed = { partNumber, contentLength, expiresInSeconds: EXPIRES_IN_SECONDS };
    const { url: uploadUrl } = await storage.multipart.presignPart(key, multipartId, signed);
    return { part_number: partNumber, uploadUrl, offset, bytes: contentLength };
  });
  return { ...view, parts: await Promise.all(parts) };
}
