import type { ObjectStorage } from '@stele/storage';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { INCOMING } from '../keys.ts';
import type { Uploads } from '../uploads.ts';
import { endExpiredUploads, findExpiredUploads, findOpenKeys } from './expired-uploads.store.ts';

const BATCH = 500;

/** Services that cancelling uploads needs. */
export interface GivingUpServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly media: { readonly uploads: Uploads };
  readonly clock: Clock;
}

/** Ends uploads that weren't completed within a day, and removes their bytes. @returns how many */
export async function giveUpUploads({ database, media: { uploads }, clock }: GivingUpServices): Promise<number> {
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

/**
 * Removes files of uploads that have ended: they arrived late, or the process that ended the upload was killed. An upload is
 * recorded before its URL is returned, so a file without a record can't become valid later.
 *
 * @returns how many
 */
export async function removeStrays({ database, storage }: GivingUpServices): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async (): Promise<void> => {
    const open = await findOpenKeys(database.pool, batch);
    const strays = batch.filter((key) => !open.has(key));
    if (strays.length > 0) await storage.endUploads(strays);
    removed += strays.length;
    batch = [];
  };
  for await (const { key } of storage.list(INCOMING)) {
    batch.push(key);
    if (batch.length >= BATCH) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
  return removed;
}
