import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { parseEncryptionKeys } from '../../platform/secret-box.ts';
import type { BackupRepository } from './repository.ts';
import { digestOf } from './vault.ts';

const derive = promisify<string | Buffer, string, number, Buffer>(scrypt);

/** The keys of an instance, which aren't in its database. */
export interface InstanceSecrets {
  /** Signs sessions, and encrypts the codes of signing in. */
  readonly STELE_AUTH_SECRET: string;
  /** Encrypt build hooks, platform tokens, webhook secrets and keys of translation services. */
  readonly STELE_ENCRYPTION_KEYS: string;
  /** Signs uploads; null with objects in a bucket. */
  readonly STELE_UPLOAD_KEY: string | null;
}

const ENCRYPTION_KEYS = 'STELE_ENCRYPTION_KEYS';
const LOST_SESSIONS =
  'everyone has to sign in again, and you have to remove authenticator apps (docs/security.md says how)';
const LOST_SEALED =
  'tokens and build hooks of deploy targets, keys of translation services and secrets of webhooks that it encrypted have to be entered again';

/** Stores secrets in an encrypted place. @returns the digest of the secrets; null in a place that isn't encrypted */
export async function storeSecrets(place: BackupRepository, secrets: InstanceSecrets): Promise<string | null> {
  if (!place.vault.isEncrypted) return null;
  const text = JSON.stringify(secrets);
  const digest = digestOf(text);
  await place.putLines(digest, text);
  return digest;
}

/** @throws DamagedBackupError */
export async function loadSecrets(place: BackupRepository, digest: string): Promise<InstanceSecrets> {
  return JSON.parse(await place.getLines(digest)) as InstanceSecrets;
}

/**
 * Tells whether a secret is the same as another one; slow to compute, so that it can't be guessed from it. Each encryption key
 * has its own: as long as it stays, its place in the list and others beside it don't matter.
 */
export async function fingerprintsOf(secrets: InstanceSecrets): Promise<Record<string, string>> {
  const keys = secrets.STELE_ENCRYPTION_KEYS === '' ? [] : parseEncryptionKeys(secrets.STELE_ENCRYPTION_KEYS);
  const named = [
    ['STELE_AUTH_SECRET', secrets.STELE_AUTH_SECRET] as const,
    ...keys.map(({ id, key }) => [`${ENCRYPTION_KEYS} ${id}`, key] as const),
  ];
  const printed = named.map(
    async ([name, secret]): Promise<[string, string]> => [
      name,
      (await derive(secret, `stele backup ${name}`, 16)).toString('hex'),
    ],
  );
  return Object.fromEntries(await Promise.all(printed));
}

/**
 * The losses of a restored instance, in sentences, because it lacks secrets of the one that was backed up.
 *
 * @param ofProject only what a project loses: people aren't restored with it
 */
export async function lossesOf(
  fingerprints: Readonly<Record<string, string>>,
  secrets: InstanceSecrets,
  { ofProject = false }: { readonly ofProject?: boolean } = {},
): Promise<string[]> {
  const now = await fingerprintsOf(secrets);
  return Object.keys(fingerprints)
    .filter((name) => fingerprints[name] !== now[name] && (!ofProject || name.startsWith(ENCRYPTION_KEYS)))
    .map((name) =>
      name.startsWith(ENCRYPTION_KEYS)
        ? `${ENCRYPTION_KEYS} lacks the key${name.slice(ENCRYPTION_KEYS.length)} of the backup: ${LOST_SEALED}.`
        : `${name} is another one than in the backup: ${LOST_SESSIONS}.`,
    );
}
