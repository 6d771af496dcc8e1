import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The secret that signs session cookies of an embedded instance: kept in the data folder, readable by its owner only,
 * and made by the first start. The lock on the data folder keeps a second process away meanwhile.
 */
export async function loadAuthSecret(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'auth.secret');
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDirectory, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
