import { createHash, randomBytes } from 'node:crypto';
import { backUp, openBackupRepository, openDatabase, openTarget, restoreInstance, verifyInstance } from '@stele/core';
import { createDiskStorage, type DiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { type RunningApi, startApi } from '../api/api.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { fillProject } from '../publish/fill.ts';
import { timed } from '../scale/project.ts';
import { entryOf } from '../scale/texts.ts';
import { figure } from '../statistics.ts';

const ENTRIES = 100_000;
const CHANGED = 100;
const PICTURES = 2_000;
const ORIGINAL_BYTES = 200_000;
const RENDITIONS = 8;
const RENDITION_BYTES = 20_000;
const WRITES_AT_ONCE = 16;

const log = pino({ level: 'silent' });
const secrets = {
  STELE_AUTH_SECRET: 's'.repeat(40),
  STELE_ENCRYPTION_KEYS: `a:${'A'.repeat(43)}=`,
  STELE_UPLOAD_KEY: null,
};
const report = (): void => undefined;

/** A backup of a large instance, the next one, and a restoration after a fire. */
export const backupBench: Bench = {
  name: 'backup',
  title: 'backing up and restoring 100,000 entries of 2 kB in two locales, and 2,000 pictures',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const newDatabase = () => createDatabase(databaseUrl ?? '', later);
  const newStorage = async (): Promise<DiskStorage> =>
    createDiskStorage({
      driver: 'disk',
      directory: await newFolder(later),
      publicUrl: 'http://content.test',
      signingKey: 'k'.repeat(40),
    });
  const source = await newDatabase();
  const api = await startApi({ database: { kind: 'postgres', url: source.url }, directory: await newFolder(later) });
  later(() => api.stop());
  const storage = createDiskStorage(api.storage);
  say(`filling a project with ${ENTRIES} entries and ${PICTURES} pictures`);
  const set = { entries: ENTRIES, make: (number: number) => entryOf(number, ENTRIES) };
  const [ids = []] = await fillProject({
    databaseUrl: source.url,
    storage,
    project: { id: api.projectId },
    sets: [set],
  });
  await putPictures(storage, api.projectId);

  const database = await openDatabase({ kind: 'postgres', url: source.url }, { log });
  later(() => database.close());
  const place = await openBackupRepository(await newStorage(), null, { create: true });
  const runBackup = () => backUp({ place, database, storage, secrets, report });
  say('backing up');
  const first = await timed(runBackup);
  say(`changing ${CHANGED} entries, and backing up again`);
  await changeSome(api, ids);
  const again = await timed(runBackup);

  say('restoring');
  const backup = await place.getBackup((await place.backupIds()).at(-1) ?? '');
  const target = await openTarget({ kind: 'postgres', url: (await newDatabase()).url }, backup.migrations, log);
  later(() => target.database.close());
  const restored = { database: target.database, storage: await newStorage() };
  const restore = await timed(() => restoreInstance({ place, backup, ...restored, report }));
  say('verifying what was restored');
  let faults: readonly string[] = [];
  const verify = await timed(async () => {
    ({ faults } = await verifyInstance(restored, report));
  });
  if (faults.length > 0) throw new Error(`The restored instance is faulty: ${faults.join('; ')}`);
  return [
    figure('first backup', 's', [first / 1000], { atMost: 60 }),
    figure(`next backup, ${CHANGED} entries changed`, 's', [again / 1000], { atMost: 5 }),
    figure('restore', 's', [restore / 1000], { atMost: 180 }),
    figure('verify', 's', [verify / 1000]),
    figure('memory of this process at its peak', 'MB', [process.resourceUsage().maxRSS / 1000]),
  ];
}

/** Stores what the pictures of a project are made of; random, so that nothing is stored once for several. */
async function putPictures(storage: DiskStorage, projectId: string): Promise<void> {
  const put = async (key: (sha256: string) => string, size: number, contentType: string): Promise<void> => {
    const body = randomBytes(size);
    await storage.put(key(createHash('sha256').update(body).digest('hex')), body, { contentType });
  };
  for (let from = 0; from < PICTURES; from += WRITES_AT_ONCE) {
    const some = Array.from({ length: Math.min(WRITES_AT_ONCE, PICTURES - from) }, async (_, n) => {
      await put((sha256) => `${projectId}/originals/${sha256}`, ORIGINAL_BYTES, 'image/jpeg');
      for (let rendition = 0; rendition < RENDITIONS; rendition++) {
        const folder = `${projectId}/media/asset_${from + n}`;
        await put((sha256) => `${folder}/${sha256.slice(0, 24)}/picture.webp`, RENDITION_BYTES, 'image/webp');
      }
    });
    await Promise.all(some);
  }
}

async function changeSome({ admin, projectId }: RunningApi, ids: readonly string[]): Promise<void> {
  const step = Math.floor(ids.length / CHANGED);
  for (let n = 0; n < CHANGED; n++) {
    const entry = `/v1/projects/${projectId}/entries/${ids[n * step]}`;
    const { version } = await admin.get(entry);
    const { values } = entryOf(n * step, ids.length);
    const draft = { values: { en: { ...values.en, title: `Changed ${n}` } }, base_version: version };
    await admin.put(`${entry}/draft`, draft);
    await admin.post(`${entry}/publish`, { locales: ['en'] });
  }
}
