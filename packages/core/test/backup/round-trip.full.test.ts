// @module-tag full
import { openStorage } from '@stele/storage';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareSetup } from '../../src/domains/instance/instance.store.ts';
import { backUp } from '../../src/features/backup/back-up.ts';
import { moveInstance } from '../../src/features/backup/move.ts';
import { type BackupRepository, openBackupRepository } from '../../src/features/backup/repository.ts';
import { restoreInstance } from '../../src/features/backup/restore.ts';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { seedInstance } from '../../src/server/seed/seed-instance.ts';
import type { TestApp } from '../support/test-app.ts';
import { allObjects, allRows, Cleanup, databaseKinds, quiet, SECRETS, startStillApp } from './backup-support.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** The usual companions: a bucket beside a server, a folder beside the embedded database. */
const storageBeside = (kind: (typeof databaseKinds)[number]) =>
  cleanup.storageSettings(kind === 'postgres' ? 'bucket' : 'folder');

const newTarget = async (kind: (typeof databaseKinds)[number]) => ({
  database: await cleanup.database(kind),
  storage: await openStorage(await storageBeside(kind)),
});

/** An instance with the demo's content and pictures. */
async function startSeeded(kind: (typeof databaseKinds)[number]): Promise<TestApp> {
  const app = await startStillApp({
    database: await cleanup.database(kind),
    directory: await cleanup.folder(),
    storageSettings: await storageBeside(kind),
  });
  cleanup.later(() => app.close());
  await prepareSetup(app.database.pool, { secret: 'secret' });
  await seedInstance(app.services, 'demo', () => Promise.resolve());
  return app;
}

async function newPlace(passphrase?: string): Promise<BackupRepository> {
  return openBackupRepository(await cleanup.disk(), passphrase === undefined ? null : { passphrase }, { create: true });
}

/** All indexes, constraints and triggers of a database. */
async function definitions({ pool }: TestApp['database']): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT pg_get_indexdef(c.oid) AS rule FROM pg_class c WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(100);
  return rows;
}

const verify = async (on: Pick<TestApp, 'database' | 'storage'>) => (await verifyInstance(on, quiet)).faults;

describe.each(databaseKinds.flatMap((from) => databaseKinds.map((to) => ({ from, to }))))(
  '$from to $to',
  ({ from, to }) => {
    it('a restored instance has the same rows and bytes, indexes and rules, and passes verify', async () => {
      const app = await startSeeded(from);
      expect(await verify(app)).toEqual([]);
      const place = await newPlace();
      const backup = await backUp({ place, ...app, secrets: SECRETS, report: quiet });
      const target = await newTarget(to);
      await restoreInstance({ place, backup: await place.getBackup(backup.id), ...target, report: quiet });
      expect(await allRows(target.database)).toEqual(await allRows(app.database));
      expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
      expect(await definitions(target.database)).toEqual(await definitions(app.database));
      expect(await verify(target)).toEqual([]);
    });

    it('a moved instance has the same rows and bytes', async () => {
      const app = await startSeeded(from);
      const target = await newTarget(to);
      await moveInstance(app, target, quiet);
      expect(await allRows(target.database)).toEqual(await allRows(app.database));
      expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
      expect(await verify(target)).toEqual([]);
    });
  },
);
