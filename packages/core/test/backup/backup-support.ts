import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ObjectStorage, openStorage, type S3Settings, type StorageSettings } from '@stele/storage';
import { createTestBucket, testBucketFromEnv } from '@stele/storage/testing';
import { describeTables, readOneMoment, readRows } from '../../src/features/backup/dump.store.ts';
import type { InstanceSecrets } from '../../src/features/backup/secrets.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { inTransaction } from '../../src/platform/database/in-transaction.ts';
import { type Database, openDatabase, useConnections } from '../../src/platform/database/open-database.ts';
import { migratedDatabases } from '../support/embedded-databases.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

export const SECRETS: InstanceSecrets = {
  STELE_AUTH_SECRET: 's'.repeat(40),
  STELE_ENCRYPTION_KEYS: `test:${'A'.repeat(43)}=`,
  STELE_UPLOAD_KEY: 'k'.repeat(40),
};

/** The resources of a test, to be cleaned up after it. */
export class Cleanup {
  readonly #after: (() => Promise<unknown>)[] = [];

  later(what: () => Promise<unknown>): void {
    this.#after.unshift(what);
  }

  async run(): Promise<void> {
    for (const what of this.#after.splice(0)) await what();
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-backup-test-'));
    this.later(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  async disk(): Promise<ObjectStorage> {
    return openStorage(diskSettings(await this.folder()));
  }

  /** Settings of an empty storage: a bucket where there's an S3 service and one is wanted, else a folder. */
  async storageSettings(kind: 'bucket' | 'folder'): Promise<StorageSettings> {
    return (kind === 'bucket' ? await bucketSettings() : null) ?? diskSettings(await this.folder());
  }

  /** An empty, migrated database of a kind. */
  async database(kind: Database['kind']): Promise<Database> {
    if (kind === 'pglite') {
      const database = useConnections('pglite', await migratedDatabases.open(), silentLog);
      this.later(() => database.close());
      return database;
    }
    const server = await createServerDatabase(serverUrl ?? '', findDatabaseFiles().migrationsDirectory);
    const settings = { kind: 'postgres', url: server.url, poolSize: 5, applicationName: 'stele test' } as const;
    const database = await openDatabase(settings, { log: silentLog });
    this.later(() => database.close().then(server.drop));
    return database;
  }
}

/** The server that tests may use; undefined without one. */
export const serverUrl = process.env.TEST_DATABASE_URL;

/** The kinds of databases that can be had here. */
export const databaseKinds: readonly Database['kind'][] = serverUrl ? ['postgres', 'pglite'] : ['pglite'];

export function diskSettings(directory: string): StorageSettings {
  return { driver: 'disk', directory, publicUrl: 'http://content.test', signingKey: 'k'.repeat(40) };
}

const bucket = testBucketFromEnv(process.env);

/** Settings of a bucket that is made, each with another prefix; null where there's no S3 service. */
export async function bucketSettings(): Promise<S3Settings | null> {
  if (bucket === null) return null;
  made ??= createTestBucket(bucket);
  await made;
  return { ...bucket, prefix: `${randomUUID()}/` };
}

let made: Promise<void> | undefined;

/** Says which files have pointers: a restored instance writes others. */
const OF_POINTERS = ['live_name', 'mirrored_seq'];

/** Every row of a database as text, by table, but for where its pointers are mirrored. */
export async function allRows({ pool }: Database): Promise<Record<string, string[]>> {
  return inTransaction(pool, async (client) => {
    await readOneMoment(client);
    const all: Record<string, string[]> = {};
    for (const [name, { columns, ...shape }] of await describeTables(client)) {
      const kept = columns.filter((column) => !OF_POINTERS.includes(column.name));
      all[name] = [];
      for await (const page of readRows(client, { ...shape, columns: kept }))
        all[name].push(...page.map(({ line }) => line));
      all[name].sort();
    }
    return all;
  });
}

/** Every object that a backup holds: key → digest of its bytes. */
export async function allObjects(storage: ObjectStorage): Promise<Record<string, string>> {
  const { storedObjects } = await import('../../src/features/backup/objects.ts');
  const { digestOf } = await import('../../src/features/backup/vault.ts');
  const all: Record<string, string> = {};
  for await (const { key } of storedObjects(storage, '')) all[key] = digestOf((await storage.get(key))?.body ?? '');
  return all;
}

/** Starts an app whose rows only requests change: no timer writes when tokens were last used. */
export async function startStillApp(options: Parameters<typeof startTestApp>[0]): Promise<TestApp> {
  const app = await startTestApp(options);
  await app.services.tokenUsage.stop();
  return app;
}

export const quiet = (): void => undefined;
