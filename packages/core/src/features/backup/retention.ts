import { readObjectLines } from './objects.ts';
import { type BackupRepository, REMOVED_AFTER_MS, STORED_KINDS } from './repository.ts';

const REMOVED_AT_ONCE = 500;

/**
 * Removes all but the newest backups of a place, and then what no backup needs any more. Files younger than a day stay: a
 * backup that is under way may count on them.
 *
 * @param keep at least 1
 * @returns how many backups and files were removed
 * @throws DamagedBackupError when it's unknown what a kept backup needs: then no file is removed
 */
export async function removeOldBackups(
  place: BackupRepository,
  keep: number,
): Promise<{ readonly backups: number; readonly files: number }> {
  const old = (await place.backupIds()).slice(0, -keep);
  for (const id of old) await place.removeBackup(id);
  const needed = await neededFiles(place);
  const before = Date.now() - REMOVED_AFTER_MS;
  let files = 0;
  for (const kind of STORED_KINDS) {
    let batch: string[] = [];
    const remove = async (): Promise<void> => {
      await place.storage.delete(batch);
      files += batch.length;
      batch = [];
    };
    for await (const { key, lastModified } of place.storage.list(`${kind}/`)) {
      if (lastModified.getTime() > before || needed.has(key)) continue;
      batch.push(key);
      if (batch.length === REMOVED_AT_ONCE) await remove();
    }
    await remove();
  }
  return { backups: old.length, files };
}

async function neededFiles(place: BackupRepository): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const id of await place.backupIds()) {
    const { tables, objects, secrets } = await place.getUncheckedBackup(id);
    const lines = [...Object.values(tables), objects].flatMap(({ chunks }) => chunks);
    for (const digest of secrets === null ? lines : [...lines, secrets]) needed.add(place.keyOf('lines', digest));
    for await (const [, , , digest] of readObjectLines(place, objects)) needed.add(place.keyOf('objects', digest));
  }
  return needed;
}
