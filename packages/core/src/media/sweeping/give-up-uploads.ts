import type { ObjectStorage } from '@stele/storage';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { INCOMING } from '../keys.ts';
import { UPLOAD_OPEN_MS } from '../uploads.store.ts';
import type { Uploads } from '../uploads.ts';
import { endExpiredUploads, findExpiredUploads, findOpenKeys } from './expired-uploads.store.ts';

const BATCH = 500;
/** What arrived so long ago belongs to no upload that can still be completed. */
const STRAY_MS = 2 * UPLOAD_OPEN_MS;

/** What giving up uploads works with. */
export interface GivingUpServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly uploads: Uploads;
  readonly clock: Clock;
}

/** Ends uploads that weren't completed within a day, and removes what has arrived of them. @returns how many */
export async function giveUpUploads({ database, uploads, clock }: GivingUpServices): Promise<number> {
  const now = clock.now();
  for (let ended = 0; ; ) {
    const expired = await findExpiredUploads(database.pool, now, BATCH);
    for (const projectId of new Set(expired.map((upload) => upload.projectId))) {
      const ids = expired.filter((upload) => upload.projectId === projectId).map(({ assetId }) => assetId);
      const gone = await inTransaction(database.pool, (client) => endExpiredUploads(client, projectId, ids, now));
      await uploads.discard(gone);
      ended += gone.length;
    }
    if (expired.length < BATCH) return ended;
  }
}

/** Removes what has arrived for uploads that are long over: it came late, or whoever ended them died. @returns how many */
export async function removeStrays({ database, storage, clock }: GivingUpServices): Promise<number> {
  const before = clock.now().getTime() - STRAY_MS;
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async (): Promise<void> => {
    const open = await findOpenKeys(database.pool, batch);
    const strays = batch.filter((key) => !open.has(key));
    if (strays.length > 0) await storage.delete(strays);
    removed += strays.length;
    batch = [];
  };
  for await (const { key, lastModified } of storage.list(INCOMING)) {
    if (lastModified.getTime() > before) continue;
    batch.push(key);
    if (batch.length >= BATCH) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
  return removed;
}
