import { type LiveFile, liveFileKey, type PointerMirror, pointerOf } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import { notFound } from '../http/errors.ts';
import { type Exchange, NO_STORE, sendBytes } from '../http/exchange.ts';

/**
 * Answers with the live pointer that a token's mirror leads to, unless the token has expired. If the live file can't be read, answers
 * with the mirror itself, which is hardly ever behind.
 */
export async function servePointer(
  exchange: Exchange,
  storage: ObjectStorage,
  key: string,
  now: () => Date,
  log: Logger,
): Promise<void> {
  const mirror = await read<PointerMirror>(storage, key);
  if (mirror === null) throw notFound();
  const { expires_at: expiresAt, project_id: projectId, live } = mirror;
  // An invalid time isn't in the future.
  if (expiresAt !== null && !(Date.parse(expiresAt) > now().getTime())) throw notFound();
  const newer = live === undefined ? null : await readLive(storage, projectId, live, log);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };
  sendBytes(exchange, 200, headers, Buffer.from(JSON.stringify(pointerOf(mirror, newer))));
}

async function readLive(
  storage: ObjectStorage,
  projectId: string,
  name: string,
  log: Logger,
): Promise<LiveFile | null> {
  try {
    return await read<LiveFile>(storage, liveFileKey(projectId, name));
  } catch (error) {
    // The name is secret, and some messages say it.
    log.warn({ project_id: projectId, reason: (error as Error).name }, "a project's live file cannot be read");
    return null;
  }
}

async function read<Value>(storage: ObjectStorage, key: string): Promise<Value | null> {
  const found = await storage.get(key);
  return found && (JSON.parse(Buffer.from(found.body).toString('utf8')) as Value);
}
