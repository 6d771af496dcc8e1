import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecretsFile, writeSecretsFile } from './secret-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEYS = `2026:${'A'.repeat(43)}=`;

it.each([
  'plain-and-long-enough-for-a-secret',
  'with a # and spaces, which begin a comment',
  '  leading and trailing spaces  ',
  `it's 'quoted' and #1`,
  'a "quoted" one with \\n and a `tick`',
  `both ' and " # here`,
])('a file holds a secret as it is: %s', async (secret) => {
  const file = path.join(folder, 'keys.env');
  await writeFile(file, 'old', { mode: 0o644 });
  const secrets = { STELE_AUTH_SECRET: secret, STELE_ENCRYPTION_KEYS: KEYS, STELE_UPLOAD_KEY: null };
  await writeSecretsFile(file, secrets);
  expect(await readSecretsFile(file)).toEqual(secrets);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain(`STELE_ENCRYPTION_KEYS=${KEYS}\n`);
});

it('refuses a secret that no quotes hold', async () => {
  const secrets = { STELE_AUTH_SECRET: `' " \` #`, STELE_ENCRYPTION_KEYS: KEYS };
  await expect(writeSecretsFile(path.join(folder, 'keys.env'), secrets)).rejects.toThrow('STELE_AUTH_SECRET');
});
