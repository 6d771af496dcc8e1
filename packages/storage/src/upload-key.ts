import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { orWhenMissing } from './disk/disk-faults.ts';
import { StorageSettingsError } from './errors.ts';

const FILE_NAME = 'upload.key';
const MIN_LENGTH = 32;

/**
 * The secret that signs upload URLs of the disk driver, the same for all processes with the same data folder. It's in the file
 * `upload.key`, which the first call creates, readable only by its owner.
 *
 * @throws StorageSettingsError when the file has no usable key
 */
export async function loadUploadKey(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, FILE_NAME);
  const existing = await readKey(path);
  if (existing !== null) return existing;

  await mkdir(dataDirectory, { recursive: true });
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(temporary);
  }
  const key = await readKey(path);
  if (key === null) throw new StorageSettingsError(`The upload key ${path} disappeared while it was made.`);
  return key;
}

/** @throws StorageSettingsError, naming `source`, when the key is too short to be a secret */
export function assertUploadKey(key: string, source: string): void {
  if (key.length < MIN_LENGTH) {
    throw new StorageSettingsError(`${source} must have at least ${MIN_LENGTH} characters.`);
  }
}

async function readKey(path: string): Promise<string | null> {
  const text = await orWhenMissing(readFile(path, 'utf8'), null).catch((cause: Error) => {
    throw new StorageSettingsError(`The upload key ${path} can't be read: ${cause.message}`, { cause });
  });
  if (text === null) return null;
  const key = text.trim();
  assertUploadKey(key, `The upload key in ${path}`);
  return key;
}
