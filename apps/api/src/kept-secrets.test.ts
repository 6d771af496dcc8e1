import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEncryptionKeys } from '@stele/core';
import { expect, it } from 'vitest';
import { loadAuthSecret, loadEncryptionKeys } from './kept-secrets.ts';

it('secrets of an embedded instance are made once, and only their owner may read them', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'stele-secrets-')), 'data');
  const [auth, keys] = [await loadAuthSecret(folder), await loadEncryptionKeys(folder)];
  expect(auth.length).toBeGreaterThanOrEqual(32);
  expect(parseEncryptionKeys(keys)).toHaveLength(1);
  expect([await loadAuthSecret(folder), await loadEncryptionKeys(folder)]).toEqual([auth, keys]);
  for (const [name, secret] of [
    ['auth.secret', auth],
    ['encryption.keys', keys],
  ] as const) {
    const file = path.join(folder, name);
    expect((await readFile(file, 'utf8')).trim()).toBe(secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  await rm(path.dirname(folder), { recursive: true });
});
