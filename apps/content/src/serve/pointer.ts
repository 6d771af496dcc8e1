import { type LiveFile, liveFileKey, type PointerMirror, pointerOf } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { notFound } from '../http/errors.ts';
import { type Exchange, NO_STORE, sendBytes } from '../http/exchange.ts';

/** Answers with the live pointer that a token's mirror leads to, unless the token has expired. */
export async function servePointer(
  exchange: Exchange,
  storage: ObjectStorage,
  key: string,
  now: () => Date,
): Promise<void> {
  const mirror = await read<PointerMirror>(storage, key);
  if (mirror === null) throw notFound();
  const { expires_at: expiresAt, project_id: projectId, live } = mirror;
  // An invalid time isn't in the future.
  if (expiresAt !== null && !(Date.parse(expiresAt) > now().getTime())) throw notFound();
  const newer = live === undefined ? null : await read<LiveFile>(storage, liveFileKey(projectId, live));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };
  sendBytes(exchange, 200, headers, Buffer.from(JSON.stringify(pointerOf(mirror, newer))));
}

async function read<Value>(storage: ObjectStorage, key: string): Promise<Value | null> {
  const found = await storage.get(key);
  return found && (JSON.parse(Buffer.from(found.body).toString('utf8')) as Value);
}
