import { randomUUID } from 'node:crypto';
import type { ObjectStorage } from '@stele/storage';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { originalKey } from '../keys.ts';
import { claimUnusedOriginals, forgetOriginals } from './unused-originals.store.ts';

const BATCH = 500;

/** Removes originals that no asset needs any more, and releases their space. @returns how many */
export async function removeUnusedOriginals(services: {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}): Promise<number> {
  const { database, storage, clock } = services;
  for (let removed = 0; ; ) {
    const claim = randomUUID();
    const doomed = await claimUnusedOriginals(database.pool, { claim, now: clock.now(), limit: BATCH });
    if (doomed.length === 0) return removed;
    await storage.delete(doomed.map(({ projectId, sha256 }) => originalKey(projectId, sha256)));
    await forgetOriginals(database.pool, claim);
    removed += doomed.length;
  }
}
