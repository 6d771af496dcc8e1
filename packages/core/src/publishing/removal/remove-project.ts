import type { ObjectStorage } from '@stele/storage';
import type { Database } from '../../platform/database/open-database.ts';
import type { Table } from '../../platform/database/tables.ts';
import type { PointerMirrors } from '../pointer-mirrors.ts';
import { removeRows } from './removal.store.ts';

const OBJECTS_AT_ONCE = 500;

export interface RemovalServices {
  readonly database: Database;
  readonly tables: readonly Table[];
  readonly storage: ObjectStorage;
  readonly mirrors: PointerMirrors;
}

/**
 * Removes the data of a deleted project: the mirrors of its tokens, then its files, then its rows. It can be interrupted at any
 * moment, and started again.
 *
 * @param prefixes key prefixes of its objects
 * @returns how many objects were removed
 */
export async function removeProject(
  { database, tables, storage, mirrors }: RemovalServices,
  projectId: string,
  prefixes: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  await mirrors.reconcile();
  let removed = await removeObjects(storage, prefixes, signal);
  await removeRows(database.pool, tables, projectId, signal);
  // Earlier requests may have written objects while the rows were removed.
  removed += await removeObjects(storage, prefixes, signal);
  return removed;
}

async function removeObjects(
  storage: ObjectStorage,
  prefixes: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const prefix of prefixes) {
    let batch: string[] = [];
    const remove = async (): Promise<void> => {
      signal.throwIfAborted();
      if (batch.length > 0) await storage.delete(batch);
      removed += batch.length;
      batch = [];
    };
    for await (const { key } of storage.list(prefix)) {
      batch.push(key);
      if (batch.length === OBJECTS_AT_ONCE) await remove();
    }
    await remove();
  }
  return removed;
}
