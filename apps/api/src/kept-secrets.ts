import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newEncryptionKeys } from '@stele/core';

/** The secret that signs session cookies of an embedded instance. */
export function loadAuthSecret(dataDirectory: string): Promise<string> {
  return loadOrMake(path.join(dataDirectory, 'auth.secret'), () => randomBytes(32).toString('base64url'));
}

/** The keys that encrypt secrets in the database of an embedded instance. If the file is lost, so are those secrets. */
export function loadEncryptionKeys(dataDirectory: string): Promise<string> {
  return loadOrMake(path.join(dataDirectory, 'encryption.keys'), newEncryptionKeys);
}

/**
 * The content of a file in the data folder, readable only by its owner. The first start creates it. The lock on the data folder
 * keeps other processes away meanwhile.
 */
async function loadOrMake(file: string, make: () => string): Promise<string> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(path.dirname(file), { recursive: true });
  const secret = make();
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
