import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type InstanceSecrets, lossesOf } from '@stele/core';
import { readEnvironment } from '../env.ts';
import { SECRET_FILES, secretsOf } from './instance-parts.ts';

const OWNER_ONLY = 0o600;
const NAMES = Object.keys(SECRET_FILES) as (keyof typeof SECRET_FILES)[];

/** Writes secrets as settings, readable by their owner only. @throws Error when one can't be written as a setting */
export async function writeSecretsFile(file: string, secrets: Partial<InstanceSecrets>): Promise<void> {
  const lines = NAMES.flatMap((name) => (secrets[name] ? [lineOf(name, secrets[name])] : []));
  // A pipe or a device stays what it is, and a file that others can read is closed to them first.
  const before = await lstat(file).catch(() => null);
  if (before?.isFile()) await chmod(file, OWNER_ONLY);
  await writeFile(file, lines.join(''), { mode: OWNER_ONLY, flag: before ? 'w' : 'wx' });
}

/** Quotes only what has to be: `docker run --env-file` takes quotes as part of the value. */
function lineOf(name: string, secret: string): string {
  const quotes = /^[^\s'"`#\\]*$/.test(secret) ? [''] : ["'", '`', '"'];
  const lines = quotes.map((quote) => `${name}=${quote}${secret}${quote}\n`);
  const line = lines.find((one) => parseEnv(one)[name] === secret);
  if (line !== undefined) return line;
  throw new Error(`${name} can't be written to a file of settings: it has quotes of all kinds.`);
}

/** @throws Error with a sentence when the file has none */
export async function readSecretsFile(file: string): Promise<InstanceSecrets> {
  const { STELE_AUTH_SECRET, STELE_ENCRYPTION_KEYS, STELE_UPLOAD_KEY } = parseEnv(await readFile(file, 'utf8'));
  if (!STELE_AUTH_SECRET || !STELE_ENCRYPTION_KEYS) {
    throw new Error(`${file} has no STELE_AUTH_SECRET and STELE_ENCRYPTION_KEYS.`);
  }
  return { STELE_AUTH_SECRET, STELE_ENCRYPTION_KEYS, STELE_UPLOAD_KEY: STELE_UPLOAD_KEY || null };
}

/**
 * Gives an instance the secrets of the one that it was made from: in its data folder, where neither a setting nor a file
 * gives another one.
 *
 * @returns the instance's losses, in sentences
 */
export async function placeSecrets(
  env: NodeJS.ProcessEnv,
  secrets: InstanceSecrets | null,
  fingerprints: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { dataDirectory } = readEnvironment(env);
  for (const name of NAMES) {
    const file = path.join(dataDirectory, SECRET_FILES[name]);
    const secret = secrets?.[name];
    if (!secret || env[name] || existsSync(file)) continue;
    await mkdir(dataDirectory, { recursive: true });
    await writeFile(file, `${secret}\n`, { mode: OWNER_ONLY });
  }
  return lossesOf(fingerprints, await secretsOf(env));
}
