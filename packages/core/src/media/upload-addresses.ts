import type { ObjectStorage } from '@stele/storage';
import { planParts } from './part-plan.ts';
import type { OpenUpload } from './uploads.store.ts';

/** How long an upload's addresses are valid. A request that began in time may last longer. */
const ADDRESS_SECONDS = 60 * 60;

/** The addresses for a file, or for its missing parts. */
export interface UploadAddresses {
  readonly url: string;
  /** Header fields that the request must have as they are. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
  /** Null when the file is too small for parts. */
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
 * Makes the addresses of an upload. Changes nothing in storage.
 *
 * @param arrived numbers of the parts that have arrived
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
