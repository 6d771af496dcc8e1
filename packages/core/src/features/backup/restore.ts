import type { ObjectStorage } from '@stele/storage';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { registry } from '../../server/registry.ts';
import { describeTables, readMigrations, setTextForms, type TableShape } from './dump.store.ts';
import { inOrder } from './in-order.ts';
import { readChunks } from './line-lists.ts';
import {
  beginLoading,
  cancelRemoval,
  continueAssets,
  countRows,
  finishLoading,
  holdsInstance,
  idsOfPeople,
  insertRows,
  lockTables,
  obstacleOf,
  postponeRemoval,
  type RowTexts,
  sortByReferences,
} from './load.store.ts';
import type { Backup, ReportProgress, TableRows } from './manifest.ts';
import { restoreObjects } from './objects.ts';
import { renewPointers } from './renew-pointers.store.ts';
import { type BackupRepository, DamagedBackupError } from './repository.ts';

/** A backup can't be restored there; nothing was changed in the database. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError';
}

interface RestoreOptions {
  readonly place: BackupRepository;
  readonly backup: Backup;
  /** With exactly the migrations that the backup names. */
  readonly database: Pick<Database, 'pool'>;
  readonly storage: ObjectStorage;
  readonly report: ReportProgress;
}

/** @throws RestoreRefusedError when a database isn't an empty one */
export async function assertEmpty(on: Pool | PoolClient): Promise<void> {
  if (!(await holdsInstance(on))) return;
  throw new RestoreRefusedError('The database holds people or projects. Restore into an empty one.');
}

/**
 * Restores a whole instance into an empty database. Objects first, then all rows in one transaction: when it's cut off, the
 * database is still empty, and running it again goes on with the objects that are missing.
 *
 * @throws RestoreRefusedError; DamagedBackupError
 */
export async function restoreInstance({ place, backup, database, storage, report }: RestoreOptions): Promise<void> {
  await assertEmpty(database.pool);
  await restoreObjects(place, backup.objects, { storage, prefix: '', report });
  await inTransaction(database.pool, async (client) => {
    // An older backup may have tables that later migrations remove.
    const names = new Set([...registry.tables.map(({ name }) => name), ...Object.keys(backup.tables)]);
    const shapes = await describeTables(client, [...names]);
    await setTextForms(client);
    // Someone may have set an instance up there meanwhile.
    await lockTables(client, shapes.keys());
    await assertEmpty(client);
    await beginLoading(client, shapes.keys());
    const total = Object.values(backup.tables).reduce((sum, { lines }) => sum + lines, 0);
    let done = 0;
    for (const [name, rows] of Object.entries(backup.tables)) {
      const shape = shapeOf(shapes, name);
      const insert = async (page: RowTexts[]): Promise<void> => {
        await insertRows(client, shape, rows.columns, page);
        done += page.length;
        report({ step: 'rows', done, total });
      };
      // A page is read while the database inserts the one before.
      for await (const _ of inOrder(readRowTexts(place, rows), 2, insert));
      if ((await countRows(client, name)) !== rows.lines) {
        throw new DamagedBackupError(`The table ${name} has another number of rows than were backed up.`);
      }
    }
    report({ step: 'indexes', done: 0 });
    await finishLoading(client);
    const hasNames = shapeOf(shapes, 'projects').columns.some(({ name }) => name === 'live_name');
    await renewPointers(client, storage, { hasNames });
  });
}

/** Rows of so many characters are inserted at once. */
const PAGE_LENGTH = 500_000;

/** Of what a copy of a project leaves out, what belongs to who may open it. */
const ACCESS = ['members', 'project_tokens'];

/**
 * Restores one project with its ids, members and tokens into an instance that doesn't have it. Left out is what runs or has
 * happened: jobs, events, deliveries, deployments, invitations; and members whose accounts are gone.
 *
 * @throws RestoreRefusedError; DamagedBackupError
 */
export async function restoreProject(
  { place, backup, database, storage, report }: RestoreOptions,
  projectId: string,
): Promise<void> {
  const project = await findRow(place, backup, 'projects', projectId);
  if (project === null) throw new RestoreRefusedError(`The backup has no project ${projectId}.`);
  const assertFree = async (client: PoolClient): Promise<void> => {
    const obstacle = await obstacleOf(client, projectId, project.slug ?? '');
    if (obstacle !== null) throw new RestoreRefusedError(obstacle);
  };
  await inTransaction(database.pool, async (client) => {
    await assertFree(client);
    await postponeRemoval(client, projectId);
  });
  await restoreObjects(place, backup.objects, { storage, prefix: `${projectId}/`, report });
  await inTransaction(database.pool, async (client) => {
    await assertFree(client);
    if (String(await readMigrations(client)) !== String(backup.migrations)) {
      throw new RestoreRefusedError(
        'The backup was made by another version of Stele. Restore all of it into an empty place.',
      );
    }
    const shapes = await describeTables(client);
    await setTextForms(client);
    const people = await idsOfPeople(client);
    const entries = new Set<string>();
    for (const name of await sortByReferences(client, shapes.keys())) {
      const rows = backup.tables[name];
      const facts = registry.tables.find((table) => table.name === name);
      const isWanted = facts && (facts.copy !== 'left out' || ACCESS.includes(name));
      const owner = facts?.project ?? 'entry_id';
      const [at, user, id] = [owner, 'user_id', 'id'].map((column) => rows?.columns.indexOf(column) ?? -1);
      if (!rows || !isWanted || at === undefined || at < 0) continue;
      const isOwn = (row: RowTexts): boolean =>
        (facts.project ? row[at] === projectId : entries.has(row[at] ?? '')) &&
        (name !== 'members' || people.has(row[user ?? -1] ?? ''));
      const own: RowTexts[] = [];
      const insert = (): Promise<void> =>
        insertRows(client, shapeOf(shapes, name), rows.columns, own.splice(0), {
          keepsOthers: facts.removal === 'never',
        });
      for await (const page of readRowTexts(place, rows)) {
        own.push(...page.filter(isOwn));
        if (name === 'entries') for (const row of own) entries.add(row[id ?? -1] ?? '');
        // Folders refer to each other: they come in one statement.
        if (name !== 'asset_folders') await insert();
      }
      await insert();
    }
    await renewPointers(client, storage, { projectId });
    await continueAssets(client, projectId);
    await cancelRemoval(client, projectId);
  });
}

/** The newest saved values of an entry, as a backup has them. */
export interface BackedUpEntry {
  readonly projectId: string;
  readonly collectionKey: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** @throws RestoreRefusedError when the backup has no such entry; DamagedBackupError */
export async function readEntry(place: BackupRepository, backup: Backup, entryId: string): Promise<BackedUpEntry> {
  const entry = await findRow(place, backup, 'entries', entryId);
  if (entry === null) throw new RestoreRefusedError(`The backup has no entry ${entryId}.`);
  const isOwn = (row: Fields): boolean => row.entry_id === entryId;
  const drafts = await findRows(place, backup, 'entry_drafts', isOwn);
  const versions = new Map(drafts.map(({ locale, version }) => [locale, version]));
  const held = await findRows(
    place,
    backup,
    'entry_values',
    (row) => isOwn(row) && row.version === versions.get(row.locale ?? ''),
  );
  const values = held.map(({ locale, values: text }) => [locale, JSON.parse(text ?? 'null')]);
  return {
    projectId: entry.project_id ?? '',
    collectionKey: entry.collection_key ?? '',
    values: Object.fromEntries(values) as Record<string, unknown>,
  };
}

type Fields = Readonly<Record<string, string | null>>;

async function findRow(place: BackupRepository, backup: Backup, table: string, id: string): Promise<Fields | null> {
  const [row] = await findRows(place, backup, table, (fields) => fields.id === id);
  return row ?? null;
}

async function findRows(
  place: BackupRepository,
  backup: Backup,
  table: string,
  isWanted: (row: Fields) => boolean,
): Promise<Fields[]> {
  const found: Fields[] = [];
  const rows = backup.tables[table];
  if (!rows) return found;
  for await (const page of readRowTexts(place, rows)) {
    for (const texts of page) {
      const fields = Object.fromEntries(rows.columns.map((column, index) => [column, texts[index] ?? null]));
      if (isWanted(fields)) found.push(fields);
    }
  }
  return found;
}

/** Reads rows, some chunks at a time. */
async function* readRowTexts(place: BackupRepository, rows: TableRows): AsyncGenerator<RowTexts[]> {
  let page: RowTexts[] = [];
  let length = 0;
  for await (const lines of readChunks(place, rows)) {
    for (const line of lines) {
      page.push(JSON.parse(line) as RowTexts);
      length += line.length;
    }
    if (length < PAGE_LENGTH) continue;
    yield page;
    [page, length] = [[], 0];
  }
  if (page.length > 0) yield page;
}

function shapeOf(shapes: ReadonlyMap<string, TableShape>, name: string): TableShape {
  const shape = shapes.get(name);
  if (shape) return shape;
  throw new RestoreRefusedError(`The backup has a table ${name}, which this version of Stele doesn't know.`);
}
