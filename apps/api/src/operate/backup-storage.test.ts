import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBackupStorage } from './backup-storage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-place-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each(['new', 'mounted'])('only its owner can read what a %s folder of backups holds', async (which) => {
  const place = path.join(folder, 'above', 'place');
  if (which === 'mounted') await mkdir(place, { recursive: true, mode: 0o755 });
  const storage = await openBackupStorage(place, { NODE_ENV: 'test' }, { create: true });
  await storage.put('lines/one', Buffer.from('mail addresses'), { contentType: 'a/b' });
  const modeOf = async (name: string) => (await stat(path.join(place, name))).mode & 0o777;
  expect(await modeOf('data')).toBe(0o700);
  expect(await modeOf('tmp')).toBe(0o700);
  if (which === 'new') expect(await modeOf('.')).toBe(0o700);
});

it('does not make a folder to read from', async () => {
  const place = path.join(folder, 'place');
  await expect(openBackupStorage(place, { NODE_ENV: 'test' }, { create: false })).rejects.toThrow('no backups in');
  await expect(stat(place)).rejects.toThrow('ENOENT');
});
