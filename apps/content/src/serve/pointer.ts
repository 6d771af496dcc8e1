import type { PointerMirror } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { notFound } from '../http/errors.ts';
import { type Exchange, NO_STORE, sendBytes } from '../http/exchange.ts';

/** Answers with a mirror of a live pointer, unless its token has expired. */
export async function servePointer(
  exchange: Exchange,
  storage: ObjectStorage,
  key: string,
  now: () => Date,
): Promise<void> {
  const found = await storage.get(key);
  if (found === null) throw notFound();
  const { expires_at: expiresAt } = JSON.parse(Buffer.from(found.body).toString('utf8')) as PointerMirror;
  // An invalid time isn't in the future.
  if (expiresAt !== null && !(Date.parse(expiresAt) > now().getTime())) throw notFound();
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };
  sendBytes(exchange, 200, headers, found.body);
}
