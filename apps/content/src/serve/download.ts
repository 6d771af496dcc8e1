import { attachmentOf, verifySignedDownload } from '@stele/storage';
import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { serveStored } from './media.ts';
import { SANDBOX } from './media-safety.ts';
import type { SignedStorage } from './signed-storage.ts';

/** Serves an object, as a file to save, to anyone with a URL that was signed for it. */
export async function serveDownload(
  exchange: Exchange,
  { storage, signingKey }: SignedStorage,
  key: string,
  query: URLSearchParams,
  now: () => Date,
): Promise<void> {
  const signed = verifySignedDownload(key, query, { signingKey, now: now() });
  if (signed === null) {
    throw new HttpError('download.invalid_signature', 'The signature of this URL is not valid, or has expired.');
  }
  await serveStored(exchange, storage, key, () => ({
    'cache-control': 'private, no-store',
    'content-disposition': attachmentOf(signed.filename),
    'content-security-policy': SANDBOX,
  }));
}
