import type { ObjectStorage } from '@stele/storage';

/** The newest backup of an instance, as the command that made it noted. */
export interface LastBackup {
  readonly id: string;
  /** The moment that it holds. */
  readonly readAt: string;
  /** How many files are missing in it, or as an earlier backup had them. */
  readonly faults: number;
}

/** A backup that was made. */
interface MadeBackup {
  readonly id: string;
  readonly readAt: string;
  readonly damaged: readonly unknown[];
  readonly kept: readonly unknown[];
}

/** In the instance's storage, since only that is always within reach of the command. It's part of no backup. */
const KEY = 'instance/last-backup.json';

/** Notes that a backup was made, for the operator's page and the metrics. */
export async function noteBackup(storage: ObjectStorage, { id, readAt, damaged, kept }: MadeBackup): Promise<void> {
  const last: LastBackup = { id, readAt, faults: damaged.length + kept.length };
  await storage.put(KEY, Buffer.from(JSON.stringify(last)), { contentType: 'application/json' });
}

/** The newest backup; null when none is known. */
export async function readLastBackup(storage: ObjectStorage): Promise<LastBackup | null> {
  const found = await storage.get(KEY);
  return found && (JSON.parse(new TextDecoder().decode(found.body)) as LastBackup);
}
