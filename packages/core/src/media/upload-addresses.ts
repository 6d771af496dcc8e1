import type { ObjectStorage } from '@stele/storage';
import { planParts } from './part-plan.ts';
import type { OpenUpload } from './uploads.store.ts';

/** How long an upload's addresses can be used. A request that began in time may last longer. */
const ADDRESS_SECONDS = 60 * 60;

/** Where a file, or the parts of it that haven't arrived, can be sent. */
export interface UploadAddresses {
  readonly url: string;
  /** Header fields that the request must have as they are. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
  /** Null when the file is too small for that. */
  readonly parts: readonly PartAddress[] | null;
}

/** Where a part can be sent. */
export interface PartAddress {
  readonly partNumber: number;
  readonly url: string;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Makes the addresses of an upload. Touches nothing in storage.
 *
 * @param arrived numbers of the parts that needn't be sent any more
 */
export async function addressesOf(
  storage: ObjectStorage,
  { key, contentType, bytes, multipartId }: OpenUpload,
  arrived: ReadonlySet<number>,
): Promise<UploadAddresses> {
  const expiresInSeconds = ADDRESS_SECONDS;
  const { url, headers, expiresAt } = await storage.presignPut(key, {
    contentType,
    contentLength: bytes,
    expiresInSeconds,
  });
  if (multipartId === null) return { url, headers, expiresAt, parts: null };
  const missing = planParts(bytes).filter(({ partNumber }) => !arrived.has(partNumber));
  const parts = missing.map(async ({ partNumber, offset, bytes: contentLength }): Promise<PartAddress> => {
    const options = { partNumber, contentLength, expiresInSeconds };
    const signed = await storage.multipart.presignPart(key, multipartId, options);
    return { partNumber, url: signed.url, offset, bytes: contentLength };
  });
  return { url, headers, expiresAt, parts: await Promise.all(parts) };
}
