// @module-tag full
import type { ObjectStorage } from '@stele/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { readObjectLines } from '../../src/features/backup/objects.ts';
import { type BackupRepository, openBackupRepository } from '../../src/features/backup/repository.ts';
import { removeOldBackups } from '../../src/features/backup/retention.ts';
import { digestOf } from '../../src/features/backup/vault.ts';
import { verifyBackup } from '../../src/features/backup/verify-backup.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';
import { Cleanup, databaseKinds, quiet, SECRETS, startStillApp } from './backup-support.ts';

const KEY = 'k'.repeat(32);
const [kind = 'pglite'] = databaseKinds;
const ofAll = new Cleanup();
const cleanup = new Cleanup();
let app: TestApp;
let project: TestProject;
let disk: ObjectStorage;

beforeAll(async () => {
  app = await startStillApp({ database: await ofAll.database(kind), directory: await ofAll.folder() });
  ofAll.later(() => app.close());
  project = await app.project();
});
afterAll(() => ofAll.run());
beforeEach(async () => {
  disk = await cleanup.disk();
});
afterEach(() => cleanup.run());

async function publish(title: string): Promise<void> {
  const entries = `/projects/${project.id}/entries`;
  const { id } = (await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } })).body;
  await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
}
const open = (signingKey: string | null): Promise<BackupRepository> =>
  openBackupRepository(disk, null, { create: true, signingKey });
const make = async (signingKey: string | null): Promise<Backup> =>
  backUp({ place: await open(signingKey), ...app, secrets: SECRETS, report: quiet });
const manifestOf = (id: string): string => `backups/${id}.json`;
const read = async (key: string): Promise<Uint8Array> => (await disk.get(key))?.body ?? new Uint8Array();
const put = (key: string, body: Uint8Array) => disk.put(key, body, { contentType: 'application/octet-stream' });

/** Why a backup isn't restored; null if it is. */
async function faultOf(id: string, signingKey: string | null): Promise<string | null> {
  try {
    const place = await openBackupRepository(disk, null, { create: false, signingKey });
    return (await verifyBackup(place, await place.getBackup(id), quiet))[0] ?? null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The keys of all files that a backup needs. */
async function filesOf(backup: Backup): Promise<string[]> {
  const place = await open(KEY);
  const chunks = [...Object.values(backup.tables), backup.objects].flatMap((list) => list.chunks);
  const keys = chunks.map((digest) => place.keyOf('lines', digest));
  for await (const [, , , digest] of readObjectLines(place, backup.objects)) keys.push(place.keyOf('objects', digest));
  return [...new Set([...keys, manifestOf(backup.id), 'stele-backup.json'])];
}

/** Changes a manifest as someone does who knows its form, but not the key. */
async function forge(id: string, change: (backup: Backup) => Backup): Promise<void> {
  const file = JSON.parse(Buffer.from(await read(manifestOf(id))).toString());
  const backup = JSON.stringify(change(JSON.parse(file.backup)));
  await put(manifestOf(id), Buffer.from(JSON.stringify({ ...file, sha256: digestOf(backup), backup })));
}

describe('a backup that a key signs', () => {
  it('is refused when any of its files is altered, replaced by an older one, or left out', async () => {
    await publish('Before');
    const older = await make(KEY);
    await publish('After');
    const backup = await make(KEY);
    const files = await filesOf(backup);
    const ofOlder = await filesOf(older);
    expect(await faultOf(backup.id, KEY)).toBeNull();
    for (const key of files) {
      const body = await read(key);
      const kindOf = key.split('/')[0] ?? '';
      const other = ofOlder.find((one) => one !== key && one.startsWith(`${kindOf}/`));
      const damages: [string, () => Promise<unknown>][] = [
        [
          'altered',
          () =>
            put(
              key,
              body.map((byte, at) => (at === body.length >> 1 ? byte ^ 1 : byte)),
            ),
        ],
        ['left out', () => disk.delete([key])],
        ...(other ? [['older', async () => put(key, await read(other))] as [string, () => Promise<unknown>]] : []),
      ];
      for (const [damage, apply] of damages) {
        await apply();
        expect(await faultOf(backup.id, KEY), `${key} ${damage}`).toMatch(/\.$/);
        await put(key, body);
      }
    }
    expect(await faultOf(backup.id, KEY)).toBeNull();
  });

  it.each<[string, (backup: Backup) => Backup]>([
    ['a table is left out', ({ tables: { projects: _, ...tables }, ...rest }) => ({ ...rest, tables })],
    ['files are left out', (backup) => ({ ...backup, objects: { chunks: [], lines: 0, bytes: 0 } })],
    ['its time is another', (backup) => ({ ...backup, readAt: new Date(0).toISOString() })],
  ])('is refused when its manifest is forged: %s', async (_, change) => {
    const { id } = await make(KEY);
    await forge(id, change);
    expect(await faultOf(id, KEY)).toBe(
      `The signature of the backup ${id} is wrong: it was altered, or made with another key.`,
    );
    // Who gives no key can't know.
    expect(await faultOf(id, null)).toBeNull();
  });

  it('is refused with another key, and without its signature', async () => {
    const signed = await make(KEY);
    expect(await faultOf(signed.id, 'x'.repeat(32))).toMatch(/signature of the backup .* is wrong/);
    expect([await faultOf(signed.id, null), (await open(null)).isAuthenticated]).toEqual([null, false]);
    const plain = await make(null);
    expect(await faultOf(plain.id, KEY)).toBe(
      `The backup ${plain.id} has no signature: it was made without a key, or altered.`,
    );
  });

  it('is not made of one that someone else made, which is kept and removed like others', async () => {
    await publish('Whole');
    const forged = await make(KEY);
    await forge(forged.id, (backup) => ({ ...backup, objects: { chunks: [], lines: 0, bytes: 0 } }));
    const next = await make(KEY);
    expect(next.objects.lines).toBeGreaterThan(0);
    expect(await faultOf(next.id, KEY)).toBeNull();
    expect((await removeOldBackups(await open(KEY), 2)).backups).toBe(0);
    expect((await removeOldBackups(await open(KEY), 1)).backups).toBe(1);
    expect(await faultOf(next.id, KEY)).toBeNull();
  });
});

it('a manifest under the name of another backup is refused, with a key and without', async () => {
  for (const key of [KEY, null]) {
    const [older, newer] = [await make(key), await make(key)];
    await put(manifestOf(newer.id), await read(manifestOf(older.id)));
    expect(await faultOf(newer.id, key)).toMatch(/is damaged/);
  }
});
