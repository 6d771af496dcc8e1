import { afterEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/backup/back-up.ts';
import { moveInstance } from '../../src/backup/move.ts';
import { type BackupPlace, openPlace } from '../../src/backup/place.ts';
import { restoreInstance } from '../../src/backup/restore.ts';
import { verifyInstance } from '../../src/backup/verify.ts';
import { prepareSetup } from '../../src/domains/instance/instance.store.ts';
import { seedInstance } from '../../src/server/seed/seed-instance.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { allObjects, allRows, Cleanup, databaseKinds, quiet, SECRETS } from './backup-support.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** An instance with the demo's content and pictures. */
async function startSeeded(kind: (typeof databaseKinds)[number]): Promise<TestApp> {
  const app = await startTestApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => app.close());
  await prepareSetup(app.database.prisma, { secret: 'secret' });
  await seedInstance(app.services, 'demo', () => Promise.resolve());
  return app;
}

async function newPlace(passphrase?: string): Promise<BackupPlace> {
  return openPlace(await cleanup.disk(), passphrase === undefined ? null : { passphrase }, { create: true });
}

const verify = async (on: Pick<TestApp, 'database' | 'storage'>) => (await verifyInstance(on, quiet)).faults;

describe.each(databaseKinds.flatMap((from) => databaseKinds.map((to) => ({ from, to }))))(
  '$from to $to',
  ({ from, to }) => {
    it('a restored instance has the same rows and bytes, passes verify, and answers the same', async () => {
      const app = await startSeeded(from);
      expect(await verify(app)).toEqual([]);
      const place = await newPlace();
      const backup = await backUp({ place, ...app, secrets: SECRETS, report: quiet });
      const target = { database: await cleanup.database(to), storage: await cleanup.disk() };
      await restoreInstance({ place, backup: await place.getBackup(backup.id), ...target, report: quiet });
      expect(await allRows(target.database)).toEqual(await allRows(app.database));
      expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
      expect(await verify(target)).toEqual([]);
    });

    it('a moved instance has the same rows and bytes', async () => {
      const app = await startSeeded(from);
      const target = { database: await cleanup.database(to), storage: await cleanup.disk() };
      await moveInstance(app, target, quiet);
      expect(await allRows(target.database)).toEqual(await allRows(app.database));
      expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
      expect(await verify(target)).toEqual([]);
    });
  },
);
