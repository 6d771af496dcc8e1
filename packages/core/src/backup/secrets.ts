import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { BackupPlace } from './place.ts';
import { digestOf } from './vault.ts';

const derive = promisify<string, string, number, Buffer>(scrypt);

/** The keys of an instance, which aren't in its database. */
export interface InstanceSecrets {
  /** Signs sessions, and encrypts the codes of signing in. */
  readonly STELE_AUTH_SECRET: string;
  /** Encrypt build hooks, platform tokens and webhook secrets. */
  readonly STELE_ENCRYPTION_KEYS: string;
  /** Signs uploads; null with objects in a bucket. */
  readonly STELE_UPLOAD_KEY: string | null;
}

/** What stops working without each secret. */
const LOSSES: Readonly<Record<string, string>> = {
  STELE_AUTH_SECRET:
    'everyone has to sign in again, and you have to remove authenticator apps (docs/security.md says how)',
  STELE_ENCRYPTION_KEYS:
    'tokens and build hooks of deploy targets and the secrets of webhooks have to be entered again',
};

/** Stores secrets in an encrypted place. @returns their digest; null in a place that isn't encrypted */
export async function storeSecrets(place: BackupPlace, secrets: InstanceSecrets): Promise<string | null> {
  if (!place.vault.isEncrypted) return null;
  const text = JSON.stringify(secrets);
  const digest = digestOf(text);
  await place.putLines(digest, text);
  return digest;
}

/** @throws DamagedBackupError */
export async function loadSecrets(place: BackupPlace, digest: string): Promise<InstanceSecrets> {
  return JSON.parse(await place.getLines(digest)) as InstanceSecrets;
}

/** Tells whether a secret is the same as another one; slow to compute, so that it can't be guessed from it. */
export async function fingerprintsOf(secrets: InstanceSecrets): Promise<Record<string, string>> {
  const named = Object.entries(secrets).filter(([name, secret]) => name in LOSSES && secret !== null);
  const printed = named.map(
    async ([name, secret]): Promise<[string, string]> => [
      name,
      (await derive(secret, `stele backup ${name}`, 16)).toString('hex'),
    ],
  );
  return Object.fromEntries(await Promise.all(printed));
}

/** What a restored instance loses, in sentences, because it has other secrets than the one that was backed up. */
export async function lossesOf(
  fingerprints: Readonly<Record<string, string>>,
  secrets: InstanceSecrets,
): Promise<string[]> {
  const now = await fingerprintsOf(secrets);
  return Object.keys(fingerprints)
    .filter((name) => fingerprints[name] !== now[name])
    .map((name) => `${name} is another one than in the backup: ${LOSSES[name]}.`);
}
