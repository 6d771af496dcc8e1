import type { UploadAddresses } from '../../media/upload-addresses.ts';
import type { OpenUpload } from '../../media/uploads.store.ts';
import type { UploadView } from './uploads.schemas.ts';

/** An upload as the wire shows it. */
export function toUploadView(
  { assetId, contentType }: OpenUpload,
  { url, headers, expiresAt, parts }: UploadAddresses,
): UploadView {
  return {
    asset_id: assetId,
    uploadUrl: url,
    content_type: contentType,
    headers: { ...headers },
    expires_at: expiresAt.toISOString(),
    ...(parts && {
      parts: parts.map(({ partNumber, url: uploadUrl, offset, bytes }) => ({
        part_number: partNumber,
        uploadUrl,
        offset,
        bytes,
      })),
    }),
  };
}
