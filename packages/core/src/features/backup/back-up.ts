import { indexKey, manifestKey } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import {
  describeTables,
  idsOfProjects,
  readMigrations,
  readOneMoment,
  readRows,
  type TableShape,
} from './dump.store.ts';
import { type KeyedLine, writeLines } from './line-lists.ts';
import { holdsInstance } from './load.store.ts';
import type { Backup, ReportProgress, TableRows } from './manifest.ts';
import { backUpObjects, readObjectLines } from './objects.ts';
import { type BackupRepository, BackupRepositoryError, newBackupId } from './repository.ts';
import { fingerprintsOf, type InstanceSecrets, storeSecrets } from './secrets.ts';
import { loadFileKeys, loadKeptSnapshots } from './verify.store.ts';

interface BackUpOptions {
  readonly place: BackupRepository;
  readonly database: Pick<Database, 'pool'>;
  readonly storage: ObjectStorage;
  /** The keys of the instance: an encrypted place holds them too. */
  readonly secrets: InstanceSecrets;
  readonly report: ReportProgress;
}

/**
 * Backs an instance up as it is at one moment, while writes go on. Files of an earlier backup aren't stored again, if the
 * place still has them.
 *
 * Objects come first, then the database in one transaction, then what was stored meanwhile. Whatever the database names at
 * that moment was in storage at that moment: the first pass has it, or the second one, unless it was removed within the
 * seconds between them; and objects stay for a day after they were written. Objects never change, so nothing else can differ.
 * Of what storage lost or damaged, the copy of an earlier backup stays.
 *
 * @returns the backup; without its manifest, which is written last, there's none
 * @throws Error when there's nothing to back up; BackupRepositoryError when a backup that this one builds on was removed meanwhile
 */
export async function backUp({ place, database, storage, secrets, report }: BackUpOptions): Promise<Backup> {
  if (!(await holdsInstance(database.pool))) throw new Error('There are no people and no projects to back up.');
  const base = await newestBackup(place);
  const storedLines = await place.storedKeys('lines');
  const ofBase = [base?.objects, ...Object.values(base?.tables ?? {})].flatMap((list) => list?.chunks ?? []);
  const knownLines = new Set(ofBase.filter((digest) => storedLines.has(place.keyOf('lines', digest))));
  const shared = { place, storage, knownLines, placeKeys: await place.storedKeys('objects') };
  const first = await backUpObjects({ ...shared, before: base?.objects ?? null, report });
  const rows = await backUpRows(place, database, knownLines, report);
  for (const digest of first.list.chunks) knownLines.add(digest);
  const { gone } = first;
  const { needed } = rows;
  const objects = await backUpObjects({
    ...shared,
    before: first.list,
    droppable: gone,
    needed,
    report: () => undefined,
  });
  const isKept = (key: string): boolean => needed.has(key) && !objects.lacking.has(key);
  const backup: Backup = {
    id: newBackupId(rows.readAt),
    readAt: rows.readAt.toISOString(),
    completedAt: new Date().toISOString(),
    migrations: rows.migrations,
    tables: rows.tables,
    objects: { ...objects.list, bytes: objects.bytes },
    damaged: [...new Set([...objects.damaged, ...objects.lacking])],
    kept: [...objects.kept, ...[...gone].filter(isKept)],
    secrets: await storeSecrets(place, secrets),
    fingerprints: await fingerprintsOf(secrets),
  };
  const assertBase = async (): Promise<void> => {
    if (base === null || (await place.hasBackup(base.id))) return;
    throw new BackupRepositoryError('Another backup removed the one that this builds on. Run it again.');
  };
  await assertBase();
  await place.putBackup(backup);
  // The removal of the base may have begun before the manifest was there to keep shared files.
  await assertBase().catch(async (error: unknown) => {
    await place.removeBackup(backup.id);
    throw error;
  });
  return backup;
}

/** The newest backup that can be read; null when there's none. */
async function newestBackup(place: BackupRepository): Promise<Backup | null> {
  for (const id of (await place.backupIds()).reverse()) {
    try {
      const backup = await place.getBackup(id);
      for await (const _ of readObjectLines(place, backup.objects));
      return backup;
    } catch {
      // A damaged one is nothing to build on.
    }
  }
  return null;
}

async function backUpRows(
  place: BackupRepository,
  database: Pick<Database, 'pool'>,
  known: ReadonlySet<string>,
  report: ReportProgress,
): Promise<Pick<Backup, 'migrations' | 'tables'> & { readonly readAt: Date; readonly needed: ReadonlySet<string> }> {
  return inTransaction(database.pool, async (client) => {
    const readAt = await readOneMoment(client);
    const tables: Record<string, TableRows> = {};
    let done = 0;
    async function* counted(shape: TableShape): AsyncGenerator<KeyedLine[]> {
      for await (const page of readRows(client, shape)) {
        done += page.length;
        report({ step: 'rows', done });
        yield page;
      }
    }
    for (const [name, shape] of await describeTables(client)) {
      const columns = shape.columns.map((column) => column.name);
      tables[name] = { columns, ...(await writeLines(place, counted(shape), known)) };
    }
    return { readAt, migrations: await readMigrations(client), tables, needed: await findNeeded(client) };
  });
}

/** The keys of the objects that rows name. Chunks aren't among them, which only other objects name. */
async function findNeeded(client: PoolClient): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const projectId of await idsOfProjects(client)) {
    for (const key of await loadFileKeys(client, projectId)) needed.add(key);
    for (const { id, files } of await loadKeptSnapshots(client, projectId)) {
      needed.add(manifestKey(projectId, id));
      for (const { index } of files) needed.add(indexKey(projectId, index));
    }
  }
  return needed;
}
