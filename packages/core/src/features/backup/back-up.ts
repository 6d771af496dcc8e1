import { indexKey, manifestKey } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import {
  describeTables,
  idsOfProjects,
  liveSequences,
  readMigrations,
  readOneMoment,
  readSameMoment,
  shareMoment,
} from './dump.store.ts';
import { holdsInstance } from './load.store.ts';
import { findLost } from './lost-objects.ts';
import type { Backup, ReportProgress, RowSource, TableRows } from './manifest.ts';
import { backUpObjects, readObjectLines } from './objects.ts';
import { type BackupRepository, BackupRepositoryError, newBackupId } from './repository.ts';
import { fingerprintsOf, type InstanceSecrets, storeSecrets } from './secrets.ts';
import { writeRows } from './table-lines.ts';
import { loadFileKeys, loadKeptSnapshots } from './verify.store.ts';

interface BackUpOptions {
  readonly place: BackupRepository;
  readonly database: Pick<Database, 'kind' | 'pool'>;
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
 * The second pass looks only at some projects: those where something went live after the first one began, which may have seen only a
 * part of it, and those whose rows name an object that the first one didn't find.
 * Of what storage lost or damaged, the copy of an earlier backup stays.
 *
 * @returns the backup; without its manifest, which is written last, there's none
 * @throws Error when there's nothing to back up; BackupRepositoryError when a backup that this one builds on was removed meanwhile
 */
export async function backUp({ place, database, storage, secrets, report }: BackUpOptions): Promise<Backup> {
  if (!(await holdsInstance(database.pool))) throw new Error('There are no people and no projects to back up.');
  const [base, storedLines, placeKeys] = await Promise.all([
    newestBackup(place),
    place.storedKeys('lines'),
    place.storedKeys('objects'),
  ]);
  const ofBase = [base?.objects, ...Object.values(base?.tables ?? {})].flatMap((list) => list?.chunks ?? []);
  const knownLines = new Set(ofBase.filter((digest) => storedLines.has(place.keyOf('lines', digest))));
  const shared = { place, storage, knownLines, placeKeys };
  const before = await liveSequences(database.pool);
  const first = await backUpObjects({ ...shared, before: base?.objects ?? null, report });
  const rows = await backUpRows({ place, database, report, known: knownLines, base });
  for (const digest of first.list.chunks) knownLines.add(digest);
  const roots = [...rows.needed].filter((key) => key.includes('/indexes/') && first.keys.has(key));
  const needed = new Set([...rows.needed, ...(await findLost(place, first.gone, roots))]);
  const dropped = new Set([...first.gone].filter((key) => !needed.has(key)));
  const lacking = [...needed].filter((key) => !first.keys.has(key)).map((key) => key.slice(0, key.indexOf('/')));
  const moved = [...rows.live].filter(([id, sequence]) => before.get(id) !== sequence).map(([id]) => id);
  const prefixes = [...new Set([...lacking, ...moved])].map((id) => `${id}/`).sort();
  const objects =
    prefixes.length + dropped.size === 0
      ? first
      : await backUpObjects({ ...shared, before: first.list, prefixes, dropped, report: () => undefined });
  const isMissing = (key: string): boolean => !objects.keys.has(key);
  const backup: Backup = {
    id: newBackupId(rows.readAt),
    readAt: rows.readAt.toISOString(),
    completedAt: new Date().toISOString(),
    migrations: rows.migrations,
    tables: rows.tables,
    source: rows.source,
    objects: { ...objects.list, bytes: objects.bytes },
    damaged: [...new Set([...first.damaged, ...objects.damaged, ...needed])].filter(isMissing),
    kept: [...new Set([...first.kept, ...objects.kept, ...first.gone])].filter((key) => !isMissing(key)),
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

/** Transaction numbers wrap around after 2^32. A row's mark is only compared with marks from the last half of these. */
const MOST_TRANSACTIONS = 2n ** 31n;

/** Whether rows that weren't written since a backup are those that it has. */
function isComparable(base: Backup, source: RowSource, migrations: readonly string[]): boolean {
  if (base.source?.database !== source.database || String(base.migrations) !== String(migrations)) return false;
  const passed = BigInt(source.transaction) - BigInt(base.source.transaction);
  return passed >= 0n && passed < MOST_TRANSACTIONS;
}

interface RowOptions extends Pick<BackUpOptions, 'place' | 'database' | 'report'> {
  readonly known: ReadonlySet<string>;
  readonly base: Backup | null;
}

type BackedUpRows = Pick<Backup, 'migrations' | 'tables'> & {
  readonly readAt: Date;
  readonly source: RowSource;
  readonly needed: ReadonlySet<string>;
  readonly live: ReadonlyMap<string, number>;
};

async function backUpRows({ place, database, known, base, report }: RowOptions): Promise<BackedUpRows> {
  return inTransaction(database.pool, async (client) => {
    const { readAt, source } = await readOneMoment(client);
    const migrations = await readMigrations(client);
    const comparable = base && isComparable(base, source, migrations) ? base : null;
    const shapes = await describeTables(client);
    const tables = new Map([...shapes.keys()].map((name): [string, TableRows | null] => [name, null]));
    let done = 0;
    const reportRows = (rows: number): void => {
      done += rows;
      report({ step: 'rows', done });
    };
    const waiting = [...shapes];
    const work = async (on: PoolClient): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, shape] = next;
        const before = comparable?.tables[name] ?? null;
        tables.set(name, await writeRows(shape, { place, client: on, before, known, report: reportRows }));
      }
    };
    const moment = database.kind === 'postgres' ? await shareMoment(client) : null;
    const helping = async (on: PoolClient): Promise<void> => {
      await readSameMoment(on, moment ?? '');
      await work(on);
    };
    const working = [work(client), ...(moment === null ? [] : [inTransaction(database.pool, helping)])];
    // One that fails leaves the other its connection until it ends.
    for (const one of await Promise.allSettled(working)) if (one.status === 'rejected') throw one.reason;
    return {
      readAt,
      source,
      migrations,
      tables: Object.fromEntries(tables) as Backup['tables'],
      needed: await findNeeded(client),
      live: await liveSequences(client),
    };
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
