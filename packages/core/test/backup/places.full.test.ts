// @module-tag full
import { createHash, randomBytes } from 'node:crypto';
import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { collection, defineConfig, text } from '@stele/schema';
import { manifestKey } from '@stele/snapshot';
import { type ObjectStorage, openStorage } from '@stele/storage';
import { generateIdentity } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { archiveHistory } from '../../src/features/archives/archive-history.ts';
import { backUp } from '../../src/features/backup/back-up.ts';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { moveInstance } from '../../src/features/backup/move.ts';
import { type BackupRepository, openBackupRepository } from '../../src/features/backup/repository.ts';
import { readEntry, restoreInstance, restoreProject } from '../../src/features/backup/restore.ts';
import { removeOldBackups } from '../../src/features/backup/retention.ts';
import { loadSecrets, lossesOf } from '../../src/features/backup/secrets.ts';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { verifyBackup } from '../../src/features/backup/verify-backup.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';
import {
  allObjects,
  allRows,
  Cleanup,
  databaseKinds,
  diskSettings,
  quiet,
  SECRETS,
  serverUrl,
  startStillApp,
} from './backup-support.ts';

const [kind = 'pglite'] = databaseKinds;
const ofAll = new Cleanup();
const cleanup = new Cleanup();
let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await startStillApp({ database: await ofAll.database(kind), directory: await ofAll.folder() });
  ofAll.later(() => app.close());
  project = await app.project();
  // So large that it passes through a file.
  const film = randomBytes(9_000_000);
  const key = `${project.id}/originals/${createHash('sha256').update(film).digest('hex')}`;
  await app.storage.put(key, film, { contentType: 'video/mp4' });
});
afterAll(() => ofAll.run());
afterEach(() => cleanup.run());

const entriesOf = () => `/projects/${project.id}/entries`;

async function publish(title: string): Promise<string> {
  const { id } = (await project.api.post(entriesOf(), { collection_key: 'posts', values: { en: { title } } })).body;
  await project.api.post(`${entriesOf()}/${id}/publish`, { locales: ['en'] });
  // The database learns only after the answer that the mirrors are written.
  const stale = `SELECT 1 FROM projects WHERE id = $1 AND mirrored_seq IS DISTINCT FROM live_seq`;
  await expect.poll(async () => (await app.database.pool.query(stale, [project.id])).rows).toEqual([]);
  return id;
}

const run = (place: BackupRepository): Promise<Backup> => backUp({ place, ...app, secrets: SECRETS, report: quiet });

async function keysOf(storage: ObjectStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys;
}

const newTarget = async () => ({ database: await cleanup.database(kind), storage: await cleanup.disk() });

async function restored(place: BackupRepository, backup: Backup) {
  const target = await newTarget();
  await restoreInstance({ place, backup, ...target, report: quiet });
  return target;
}

it('writes only what changed since the backup before, which can be restored all the same', async () => {
  const disk = await cleanup.disk();
  const place = await openBackupRepository(disk, null, { create: true });
  await publish('One');
  const first = await run(place);
  const before = await keysOf(disk);
  const rowsBefore = await allRows(app.database);
  const again = await run(place);
  const added = (await keysOf(disk)).filter((key) => !before.includes(key));
  expect(added).toEqual([`backups/${again.id}.json`]);
  await publish('Two');
  const last = await run(place);
  expect(last.tables.schema_versions).toEqual(first.tables.schema_versions);
  expect(await allRows((await restored(place, first)).database)).toEqual(rowsBefore);
  expect(await allRows((await restored(place, last)).database)).toEqual(await allRows(app.database));
});

describe.each(process.env.TEST_S3_ENDPOINT ? (['folder', 'bucket'] as const) : (['folder'] as const))(
  'in a %s',
  (at) => {
    it.each(['passphrase', 'identity'] as const)(
      'is encrypted by %s, names included, and opened by nothing else',
      async (by) => {
        const prefixed = await openStorage(await cleanup.storageSettings(at));
        const identity = await generateIdentity();
        const key = by === 'passphrase' ? { passphrase: 'open sesame' } : { identity };
        const id = await publish(`Secret words ${by}`);
        const place = await openBackupRepository(prefixed, key, { create: true });
        await run(place);
        const opened = await openBackupRepository(prefixed, key, { create: false });
        const [newest = ''] = (await opened.backupIds()).slice(-1);
        const backup = await opened.getBackup(newest);
        const target = await restored(opened, backup);
        expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
        expect((await readEntry(opened, backup, id)).values).toEqual({ en: { title: `Secret words ${by}` } });
        expect(await loadSecrets(opened, backup.secrets ?? '')).toEqual(SECRETS);
        const digests = (await keysOf(app.storage)).map((name) => /[0-9a-f]{64}/.exec(name)?.[0]).filter(Boolean);
        for (const name of await keysOf(prefixed)) {
          const { body } = (await prefixed.get(name)) ?? {};
          expect(Buffer.from(body ?? '').includes('Secret words')).toBe(false);
          expect(digests.some((digest) => name.includes(digest ?? ''))).toBe(false);
        }
        const wrong = by === 'passphrase' ? { passphrase: 'open' } : { identity: await generateIdentity() };
        await expect(openBackupRepository(prefixed, wrong, { create: false })).rejects.toThrow(
          `The ${by} doesn't open this backup.`,
        );
        await expect(openBackupRepository(prefixed, null, { create: false })).rejects.toThrow('is encrypted');
      },
    );
  },
);

it('says what is lost with other keys', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const { fingerprints, secrets } = await run(place);
  expect(secrets).toBeNull();
  expect(JSON.stringify(fingerprints)).not.toContain(SECRETS.STELE_AUTH_SECRET);
  expect(await lossesOf(fingerprints, SECRETS)).toEqual([]);
  expect(await lossesOf(fingerprints, { ...SECRETS, STELE_ENCRYPTION_KEYS: '' })).toEqual([
    expect.stringContaining('secrets of webhooks that it encrypted have to be entered again'),
  ]);
  // A rotated list still has the key, wherever it stands; another key of its name is another one.
  const added = `new:${'B'.repeat(43)}=`;
  const rotated = { ...SECRETS, STELE_ENCRYPTION_KEYS: `${added},${SECRETS.STELE_ENCRYPTION_KEYS}` };
  expect(await lossesOf(fingerprints, rotated)).toEqual([]);
  const renamed = { ...SECRETS, STELE_ENCRYPTION_KEYS: added.replace('new', 'test') };
  const other = { ...renamed, STELE_AUTH_SECRET: 'o'.repeat(40) };
  expect(await lossesOf(fingerprints, other)).toHaveLength(2);
  expect(await lossesOf(fingerprints, other, { ofProject: true })).toEqual(await lossesOf(fingerprints, renamed));
  expect(await lossesOf(fingerprints, renamed)).toEqual([expect.stringContaining('lacks the key test')]);
});

it('an empty instance is not backed up', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const attempt = backUp({ place, ...(await newTarget()), secrets: SECRETS, report: quiet });
  await expect(attempt).rejects.toThrow('no people and no projects');
  expect(await place.backupIds()).toEqual([]);
});

it('keeps as many backups as are wanted, and of files all that those need', async () => {
  const disk = await cleanup.disk();
  const place = await openBackupRepository(disk, null, { create: true });
  await publish('Kept');
  await run(place);
  await publish('Kept too');
  const last = await run(place);
  // Files that a backup under way could count on stay for a day.
  const { files, backups } = await removeOldBackups(place, 1);
  expect([backups, files]).toEqual([1, 0]);
  const aged = await openBackupRepository(withAge(disk, 25), null, { create: false });
  expect((await removeOldBackups(aged, 1)).files).toBeGreaterThan(0);
  expect(await place.backupIds()).toEqual([last.id]);
  expect((await verifyInstance(await restored(place, last), quiet)).faults).toEqual([]);
});

/** A storage whose objects were all stored so many hours ago. */
function withAge(storage: ObjectStorage, hours: number): ObjectStorage {
  return new Proxy(storage, {
    get(target, name) {
      if (name !== 'list') return Reflect.get(target, name, target).bind?.(target) ?? Reflect.get(target, name, target);
      return async function* (prefix: string) {
        for await (const object of target.list(prefix)) {
          yield { ...object, lastModified: new Date(object.lastModified.getTime() - hours * 3_600_000) };
        }
      };
    },
  });
}

it('a damaged or missing file is noticed, whatever it is, and nothing is restored', async () => {
  const disk = await cleanup.disk();
  const place = await openBackupRepository(disk, null, { create: true });
  await publish('Whole');
  const backup = await run(place);
  for (const kindOf of ['objects/', 'lines/', 'backups/'] as const) {
    for (const damage of ['altered', 'missing'] as const) {
      const key = (await keysOf(disk)).find((name) => name.startsWith(kindOf)) ?? '';
      const { body } = (await disk.get(key)) ?? { body: new Uint8Array() };
      if (damage === 'missing') await disk.delete([key]);
      else
        await disk.put(
          key,
          Buffer.from(body).map((byte, at) => (at === 30 ? byte ^ 1 : byte)),
          { contentType: 'a/b' },
        );
      const target = await newTarget();
      const attempt = place
        .getBackup(backup.id)
        .then((found) => restoreInstance({ place, backup: found, ...target, report: quiet }));
      await expect(attempt, `${kindOf} ${damage}`).rejects.toThrow(/damaged|missing|no backup/);
      expect(await target.database.prisma.project.count()).toBe(0);
      await disk.put(key, body, { contentType: 'a/b' });
    }
  }
  const target = await restored(place, backup);
  await expect(restoreInstance({ place, backup, ...target, report: quiet })).rejects.toThrow(
    'Restore into an empty one',
  );
});

it('what the place lost is written again by the next backup', async () => {
  const disk = await cleanup.disk();
  const place = await openBackupRepository(disk, null, { create: true });
  await publish('Written again');
  const { tables } = await run(place);
  const chunk = place.keyOf('lines', tables.entries?.chunks[0] ?? '');
  const [object = ''] = (await keysOf(disk)).filter((key) => key.startsWith('objects/'));
  await disk.delete([chunk, object]);
  const target = await restored(place, await run(place));
  expect(await allRows(target.database)).toEqual(await allRows(app.database));
  expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
});

it.each([null, { passphrase: 'open sesame' }])(
  'a check of the backup names each file that is damaged or missing',
  async (key) => {
    const disk = await cleanup.disk();
    const place = await openBackupRepository(disk, key, { create: true });
    await publish('Checked');
    const backup = await run(place);
    expect(await verifyBackup(place, backup, quiet)).toEqual([]);
    const files = (await keysOf(disk)).filter((name) => !name.startsWith('backups/') && name !== 'stele-backup.json');
    const needed = files.filter((name) => name.startsWith('objects/')).slice(0, 2);
    const chunk = place.keyOf('lines', backup.tables.entries?.chunks[0] ?? '');
    const [altered = '', missing = ''] = needed;
    const { body } = (await disk.get(altered)) ?? { body: new Uint8Array() };
    const changed = Buffer.from(body).map((byte, at) => (at === 30 ? byte ^ 1 : byte));
    await disk.put(altered, changed, { contentType: 'a/b' });
    await disk.delete([missing, chunk]);
    const faults = await verifyBackup(place, backup, quiet);
    expect(faults).toHaveLength(3);
    for (const name of [altered, missing, chunk]) expect(faults.join('\n')).toContain(name);
  },
);

it('a damaged object of the instance is named, and the rest is backed up', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  await publish('Damaged');
  const key = (await keysOf(app.storage)).find((name) => name.includes('/chunks/')) ?? '';
  const { body } = (await app.storage.get(key)) ?? { body: new Uint8Array() };
  await app.storage.put(key, Buffer.from('[]'), { contentType: 'application/json' });
  const { damaged } = await run(place);
  const { faults } = await verifyInstance(app, quiet);
  await app.storage.put(key, body, { contentType: 'application/json' });
  expect(damaged).toEqual([key]);
  expect(faults.join()).toContain(key);
});

it('of objects that were damaged or lost since the backup before, its copies stay', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  await publish('Lost');
  await publish('Lost, too');
  const { liveSnapshotId } = await app.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
  const lost = manifestKey(project.id, liveSnapshotId ?? '');
  const keys = (await keysOf(app.storage)).filter((key) => key.startsWith(project.id));
  const [torn = '', chunk = ''] = keys.filter((key) => key.includes('/chunks/'));
  const pages = keys.filter((key) => key.includes('/indexes/'));
  const bodies = new Map<string, Uint8Array>();
  for (const key of [lost, torn, chunk, ...pages])
    bodies.set(key, (await app.storage.get(key))?.body ?? new Uint8Array());
  const whole = await allObjects(app.storage);
  const damage = async () => {
    await app.storage.delete([lost, chunk, ...pages]);
    await app.storage.put(torn, Buffer.from('[]'), { contentType: 'application/json' });
  };
  const mend = async () => {
    for (const [key, body] of bodies) await app.storage.put(key, body, { contentType: 'application/json' });
  };
  await damage();
  try {
    const alone = await run(await openBackupRepository(await cleanup.disk(), null, { create: true }));
    expect(alone.damaged).toEqual(expect.arrayContaining([lost, torn]));
    await mend();
    await run(place);
    await damage();
    await run(place);
    const last = await run(place);
    expect(last.damaged).toEqual([]);
    expect([...last.kept].sort()).toEqual([lost, torn, chunk, ...pages].sort());
    const target = await restored(place, last);
    expect(await allObjects(target.storage)).toEqual(whole);
    expect((await verifyInstance(target, quiet)).faults).toEqual([]);
  } finally {
    await mend();
  }
});

it('one project comes back where it is gone, with its tokens, and nothing of another one', async () => {
  const other = await app.project({ name: 'Other' });
  const id = await publish('Of the first');
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const backup = await run(place);
  const target = await startTestApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => target.close());
  await restoreProject({ place, backup, ...target, report: quiet }, project.id);
  const api = target.client({ token: project.tokens.admin });
  const was = (await project.api.get(`${entriesOf()}/${id}`)).body;
  expect((await api.get(`${entriesOf()}/${id}`)).body).toEqual(was);
  expect((await target.client({ token: other.tokens.admin }).get('/tokens/me')).status).toBe(401);
  expect((await verifyInstance(target, quiet)).faults).toEqual([]);
  const again = restoreProject({ place, backup, ...target, report: quiet }, project.id);
  await expect(again).rejects.toThrow('The project is there');
  // The project goes on as it was.
  const created = await api.post(entriesOf(), { collection_key: 'posts', values: { en: { title: 'After' } } });
  expect((await api.post(`${entriesOf()}/${created.body.id}/publish`, { locales: ['en'] })).status).toBe(200);
});

it('a project that was deleted comes back in the same instance, and stays', async () => {
  const clock = new TestClock(Date.now());
  const home = await startTestApp({
    database: await cleanup.database(kind),
    directory: await cleanup.folder(),
    clock,
  });
  cleanup.later(() => home.close());
  const own = await home.project();
  const entries = `/projects/${own.id}/entries`;
  const { id } = (await own.api.post(entries, { collection_key: 'posts', values: { en: { title: 'Back' } } })).body;
  await own.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
  await home.database.prisma.project.update({ where: { id: own.id }, data: { archiveDays: 30 } });
  clock.advance(31 * 24 * 3_600_000);
  expect(await archiveHistory(home.services, new AbortController().signal)).toBeGreaterThan(0);
  const owner = await home.person({ projectId: own.id, role: 'owner' });
  const archives = async () => (await owner.api.get(`/projects/${own.id}/archives`)).body.data;
  const archived = await archives();
  expect(archived.length).toBe(1);
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const backup = await backUp({ place, ...home, secrets: SECRETS, report: quiet });
  const restore = () => restoreProject({ place, backup, ...home, report: quiet }, own.id);
  expect((await owner.api.send('DELETE', `/projects/${own.id}`, { confirm_name: 'Test' })).status).toBeLessThan(300);
  await expect(restore()).rejects.toThrow('still being removed');
  await home.services.jobs.drain({ kinds: ['remove-project'] });
  expect((await keysOf(home.storage)).filter((key) => key.startsWith(own.id))).toEqual([]);
  // Another job of the project's name is no removal.
  await enqueueJobs(home.database.pool, [{ kind: 'rerender-assets', key: own.id, runAt: clock.now() }], clock.now());
  await restore();
  clock.advance(2 * 24 * 3_600_000);
  await home.services.jobs.drain({ kinds: ['remove-project'] });
  expect(await archives()).toEqual(archived);
  expect((await verifyInstance(home, quiet)).faults).toEqual([]);
  expect((await own.api.get(`${entries}/${id}`)).status).toBe(200);
});

it.each(['restored', 'moved'] as const)('nothing is %s over what was set up there meanwhile', async (how) => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  await publish('Later');
  const backup = await run(place);
  const target = await startTestApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => target.close());
  let setUp: Promise<TestProject> | undefined;
  const storage = new Proxy(await cleanup.disk(), {
    get(real, name) {
      const value = Reflect.get(real, name, real);
      if (!['put', 'putAll'].includes(String(name)) || typeof value !== 'function') return value?.bind?.(real) ?? value;
      return async (...args: unknown[]) => {
        setUp ??= target.project();
        await setUp;
        return Reflect.apply(value, real, args);
      };
    },
  });
  const to = { database: target.database, storage };
  const attempt =
    how === 'moved' ? moveInstance(app, to, quiet) : restoreInstance({ place, backup, ...to, report: quiet });
  await expect(attempt).rejects.toThrow('Restore into an empty one');
  expect((await target.database.prisma.project.findMany()).map(({ id }) => id)).toEqual([(await setUp)?.id]);
});

it.runIf(kind === 'postgres')('an instance that runs is not moved', async () => {
  const { rows } = await app.database.pool.query('SELECT current_database() AS name');
  const server = new URL(serverUrl ?? '');
  server.pathname = rows[0].name;
  const other = await openDatabase({ kind: 'postgres', url: server.href }, { log: silentLog });
  const target = await newTarget();
  try {
    await other.pool.query('SELECT 1');
    await expect(moveInstance(app, target, quiet)).rejects.toThrow('still runs');
  } finally {
    await other.close();
  }
  await moveInstance(app, target, quiet);
});

it('a restored project goes on with assets that were being processed or shown', async () => {
  const own = await app.project({ name: 'With pictures' });
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const [processed = '', shown = ''] = await fillAssets(app.database.pool, own.id, 2, (number) => ({
    filename: 'a.jpg',
    stage: number === 0 ? 'processing' : 'failed',
  }));
  await app.database.pool.query("UPDATE assets SET unshown_change = 'c' WHERE id = $1", [shown]);
  const backup = await run(place);
  await app.database.pool.query('DELETE FROM assets WHERE project_id = $1', [own.id]);
  const target = await newTarget();
  await restoreProject({ place, backup, ...target, report: quiet }, own.id);
  const jobs = await target.database.prisma.job.findMany({ orderBy: { kind: 'asc' } });
  expect(jobs.map((job) => [job.kind, job.key, job.projectId])).toEqual([
    ['process-asset', processed, own.id],
    ['rerender-assets', own.id, null],
  ]);
});

it('a damaged object that is there already is replaced', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  await publish('Replaced');
  const backup = await run(place);
  const target = await newTarget();
  const [key = ''] = (await keysOf(app.storage)).filter((name) => name.includes('/chunks/'));
  const size = (await app.storage.head(key))?.size ?? 0;
  await target.storage.put(key, Buffer.alloc(size, ' '), { contentType: 'application/json' });
  await restoreInstance({ place, backup, ...target, report: quiet });
  expect(await allObjects(target.storage)).toEqual(await allObjects(app.storage));
});

it('verify notices what does not agree', async () => {
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  await publish('Before');
  const id = await publish('Agrees');
  const backup = await run(place);
  const breaks: readonly (readonly [string, string])[] = [
    [`UPDATE publications SET until_seq = 1 WHERE entry_id = '${id}'`, 'entries, the ledger '],
    ["UPDATE publications SET content_hash = 'gone'", `a ledger row has no contents: `],
    ["UPDATE projects SET live_snapshot_id = 'snap_gone'", 'a pointer names no snapshot'],
    ['UPDATE projects SET live_seq = live_seq - 1', 'history of what was live'],
    ["UPDATE contents SET json = '{}'", 'contents differ from their digest'],
    ['UPDATE publications SET version = version + 1', 'differs from the ledger'],
    [`DELETE FROM publications WHERE entry_id = '${id}'`, `another status than the ledger: ${id}`],
    [`UPDATE entries SET status = 'draft' WHERE id = '${id}'`, `another status than the ledger: ${id}`],
    [
      `INSERT INTO project_storage (project_id, used_bytes) VALUES ('${project.id}', 7)
        ON CONFLICT (project_id) DO UPDATE SET used_bytes = project_storage.used_bytes + 7`,
      'used storage is miscounted',
    ],
    [`UPDATE entries SET version = 99 WHERE id = '${id}'`, `another version than its history: ${id}`],
    [`DELETE FROM entry_values WHERE entry_id = '${id}'`, `a draft has no values: ${id}`],
    [
      `INSERT INTO stored_files (project_id, sha256, bytes, instance, stored, kept_until) VALUES ('${project.id}', '${createHash('sha256').digest('hex')}', 1, 'x', true, now())`,
      '/originals/',
    ],
  ];
  for (const [statement, fault] of breaks) {
    const target = await restored(place, backup);
    await target.database.pool.query(statement);
    expect((await verifyInstance(target, quiet)).faults.join('\n'), statement).toContain(fault);
  }
  const target = await restored(place, backup);
  const [asset = ''] = await fillAssets(target.database.pool, project.id, 1, () => ({
    filename: 'a.jpg',
    stage: 'ready',
  }));
  const [chunk = ''] = (await keysOf(target.storage)).filter((key) => key.includes('/chunks/'));
  await target.storage.delete([chunk]);
  const faults = (await verifyInstance(target, quiet)).faults.join('\n');
  expect(faults).toContain(`an asset has no stored file: ${asset}`);
  expect(faults).toContain(chunk);
});

it('verify notices unique values that differ from entries', async () => {
  const own = await app.project({ name: 'Unique' });
  const fields = { title: text({ localized: true, unique: true }) };
  const { schema } = defineConfig({ collections: [collection({ key: 'posts', fields })] });
  expect((await own.api.post(`/projects/${own.id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  const entries = `/projects/${own.id}/entries`;
  const values = { en: { title: 'Only once' } };
  const { id } = (await own.api.post(entries, { collection_key: 'posts', values })).body;
  expect((await own.api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(200);
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const backup = await run(place);
  const breaks: readonly (readonly [string, string])[] = [
    [`UPDATE unique_values SET value = 'other' WHERE entry_id = '${id}'`, `unique values differ from entries: ${id}`],
    [`UPDATE unique_values SET live = false WHERE entry_id = '${id}'`, `unique values differ from entries: ${id}`],
    [
      `INSERT INTO unique_values SELECT project_id, collection_key, field, locale, 'surplus', entry_id, true, false
        FROM unique_values WHERE entry_id = '${id}'`,
      `unique values differ from entries: ${id}`,
    ],
    [`DELETE FROM unique_values WHERE entry_id = '${id}'`, `unique values differ from entries: ${id}`],
    [`UPDATE entries SET trashed_at = now() WHERE id = '${id}'`, `an entry in the trash holds unique values: ${id}`],
  ];
  for (const [statement, fault] of breaks) {
    const target = await restored(place, backup);
    expect((await verifyInstance(target, quiet)).faults).toEqual([]);
    expect((await target.database.pool.query(statement)).rowCount, statement).toBe(1);
    expect((await verifyInstance(target, quiet)).faults.join('\n'), statement).toContain(fault);
  }
});

it('a file on disk that is cut off is named, in the instance and in the place, and the rest is read', async () => {
  const folders = { instance: await cleanup.folder(), place: await cleanup.folder() };
  const storage = await openStorage(diskSettings(folders.instance));
  await publish('Cut off');
  for await (const { key } of app.storage.list('')) {
    const found = await app.storage.get(key);
    if (found) await storage.put(key, found.body, { contentType: found.info.contentType });
  }
  const place = await openBackupRepository(await openStorage(diskSettings(folders.place)), null, { create: true });
  const instance = { ...app, storage };
  const back = () => backUp({ place, ...instance, secrets: SECRETS, report: quiet });
  const whole = await back();
  const cut = async (folder: string, part: string): Promise<string> => {
    const files = await readdir(folder, { recursive: true });
    const file = files.find((name) => name.includes(part) && name.endsWith('@')) ?? '';
    await truncate(path.join(folder, file), 100);
    return file;
  };
  await cut(folders.instance, '/chunks/');
  expect((await back()).kept).toEqual([expect.stringMatching(/\/chunks\//)]);
  expect((await verifyInstance(instance, quiet)).faults.join()).toMatch(/chunks\/[0-9a-f]+\.json is damaged/);
  expect(await verifyBackup(place, whole, quiet)).toEqual([]);
  await cut(folders.place, '/objects/');
  expect(await verifyBackup(place, whole, quiet)).toEqual([expect.stringMatching(/^The file objects\/.* is damaged/)]);
});
