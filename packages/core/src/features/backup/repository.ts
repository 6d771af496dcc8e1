import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { DamagedObjectError, type ObjectStorage } from '@stele/storage';
import { ImmutablePuts } from './immutable-puts.ts';
import { type Backup, FORMAT } from './manifest.ts';
import { isSignedBy, signatureOf } from './signature.ts';
import { type BackupKey, digestOf, type Encryption, makeEncryption, openEncryption, Vault } from './vault.ts';

/** Describes a place: there's none without it. */
const DESCRIPTION_KEY = 'stele-backup.json';
const BACKUPS = 'backups/';
const TYPE = 'application/octet-stream';
/** A file that a cut-off backup left is used again while it's younger than this; only files twice as old are ever removed. */
const TRUSTED_MS = 12 * 60 * 60_000;
/** Files this old that no backup needs are removed. */
export const REMOVED_AFTER_MS = 2 * TRUSTED_MS;
const QUICK = { level: 1 };

const compress = promisify<Uint8Array, typeof QUICK, Buffer>(gzip);
const expand = promisify<Uint8Array, Buffer>(gunzip);

/** Files that a place stores by digest: objects of storage, and chunks of lines, compressed. */
export type Kind = 'objects' | 'lines';
export const STORED_KINDS: readonly Kind[] = ['objects', 'lines'];

interface Description {
  readonly format: number;
  readonly encryption: Encryption | null;
}

interface ManifestFile {
  readonly sha256: string;
  /** Missing in a backup that no key signs. */
  readonly hmac?: string;
  readonly backup: string;
}

/** A folder or a bucket holds no backups, or can't be read with what was given. */
export class BackupRepositoryError extends Error {
  override readonly name = 'BackupRepositoryError';
}

/** A file that a backup needs is missing or damaged. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** A backup hasn't the signature of the key that was given. */
export class UnauthenticBackupError extends Error {
  override readonly name = 'UnauthenticBackupError';
}

/**
 * Opens a place of backups. All of its files but the description are encrypted if the place was made with a key.
 *
 * @param create makes an empty place one; encrypted if there's a key
 * @param signingKey signs new backups; those without its signature aren't read
 * @throws BackupRepositoryError; Error when the key doesn't open it
 */
export async function openBackupRepository(
  storage: ObjectStorage,
  key: BackupKey | null,
  { create, signingKey = null }: { readonly create: boolean; readonly signingKey?: string | null },
): Promise<BackupRepository> {
  const found = await storage.get(DESCRIPTION_KEY);
  if (found === null) {
    if (!create) throw new BackupRepositoryError('There are no backups in this place.');
    for await (const { key: other } of storage.list('')) {
      throw new BackupRepositoryError(`This place holds ${other}, but no backups. Name an empty folder or prefix.`);
    }
    const made = key === null ? { encryption: null, vault: new Vault(null) } : await makeEncryption(key);
    const description: Description = { format: FORMAT, encryption: made.encryption };
    // Of two that begin at once, the second one fails, and works when it's run again.
    await storage.put(DESCRIPTION_KEY, Buffer.from(`${JSON.stringify(description, null, 2)}\n`), {
      contentType: 'application/json',
      ifNoneMatch: '*',
    });
    return new BackupRepository(storage, made.vault, signingKey);
  }
  const { format, encryption } = readDescription(found.body);
  if (format !== FORMAT)
    throw new BackupRepositoryError(`The backups have the format ${format}; this version knows ${FORMAT}.`);
  if (encryption === null) {
    if (key !== null)
      throw new BackupRepositoryError('This place is not encrypted. Give no key, or name an empty place.');
    return new BackupRepository(storage, new Vault(null), signingKey);
  }
  if (key === null) throw new BackupRepositoryError('This place is encrypted: give its passphrase or its identity.');
  return new BackupRepository(storage, await openEncryption(encryption, key), signingKey);
}

function readDescription(body: Uint8Array): Description {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Description;
  } catch {
    throw new BackupRepositoryError(`The file ${DESCRIPTION_KEY} of this place is damaged.`);
  }
}

/**
 * A folder or a bucket with backups. Each digest is stored once; the manifest of a backup is written last, so a
 * backup that was cut off is none.
 */
export class BackupRepository {
  readonly storage: ObjectStorage;
  readonly vault: Vault;
  readonly #signingKey: string | null;
  readonly #puts: ImmutablePuts;

  constructor(storage: ObjectStorage, vault: Vault, signingKey: string | null) {
    this.storage = storage;
    this.vault = vault;
    this.#signingKey = signingKey;
    this.#puts = new ImmutablePuts(storage);
  }

  /** Whether a backup that was read is one that a holder of a key made. */
  get isAuthenticated(): boolean {
    return this.#signingKey !== null || this.vault.isEncrypted;
  }

  /** Where what has this digest is stored. */
  keyOf(kind: Kind, digest: string): string {
    const name = this.vault.nameOf(digest);
    return `${kind}/${name.slice(0, 2)}/${name}`;
  }

  /** The keys of all files of a kind that are there. */
  async storedKeys(kind: Kind): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const { key } of this.storage.list(`${kind}/`)) keys.add(key);
    return keys;
  }

  /** Whether a backup may count on a file that another one wrote: it's so young that nothing removes it. */
  async hasRecent(kind: Kind, digest: string): Promise<boolean> {
    const info = await this.storage.head(this.keyOf(kind, digest)).catch((error: unknown) => {
      if (error instanceof DamagedObjectError) return null;
      throw error;
    });
    return info !== null && Date.now() - info.lastModified.getTime() < TRUSTED_MS;
  }

  /** Stores an object, at the latest with `flush`. */
  async putObject(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#put(this.keyOf('objects', digest), bytes);
  }

  async #put(key: string, bytes: Uint8Array): Promise<void> {
    const body = this.vault.seal(key, bytes);
    await this.#puts.put({ key, body, sha256: digestOf(body), contentType: TYPE });
  }

  /** Stores what still waits to be stored together with more. */
  flush(): Promise<void> {
    return this.#puts.flush();
  }

  /** @throws DamagedBackupError */
  async getObject(digest: string): Promise<Uint8Array> {
    const bytes = await this.#open(this.keyOf('objects', digest));
    if (digestOf(bytes) !== digest) throw new DamagedBackupError(`The object ${digest} of the backup is damaged.`);
    return bytes;
  }

  /** Stores lines, at the latest with `flush`. */
  async putLines(digest: string, text: string): Promise<void> {
    await this.#put(this.keyOf('lines', digest), await compress(Buffer.from(text), QUICK));
  }

  /** @throws DamagedBackupError */
  async getLines(digest: string): Promise<string> {
    const damaged = (cause?: unknown) =>
      new DamagedBackupError(`The chunk ${digest} of the backup is damaged.`, { cause });
    const packed = await this.#open(this.keyOf('lines', digest));
    const text = await expand(packed).catch((cause: unknown) => {
      throw damaged(cause);
    });
    if (digestOf(text) !== digest) throw damaged();
    return text.toString('utf8');
  }

  /** Makes a backup one: the last thing that is written of it. */
  async putBackup(backup: Backup): Promise<void> {
    await this.flush();
    const key = `${BACKUPS}${backup.id}.json`;
    const text = JSON.stringify(backup);
    const hmac = this.#signingKey === null ? undefined : signatureOf(this.#signingKey, backup.id, text);
    const file = Buffer.from(JSON.stringify({ sha256: digestOf(text), hmac, backup: text }));
    await this.storage.put(key, this.vault.seal(key, file), { contentType: TYPE });
  }

  async hasBackup(id: string): Promise<boolean> {
    return (await this.storage.head(`${BACKUPS}${id}.json`)) !== null;
  }

  async removeBackup(id: string): Promise<void> {
    await this.storage.delete([`${BACKUPS}${id}.json`]);
  }

  /** The ids of all complete backups, oldest first. */
  async backupIds(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { key } of this.storage.list(BACKUPS)) ids.push(key.slice(BACKUPS.length, -'.json'.length));
    return ids;
  }

  /**
   * A backup, which has the signature of the key if one was given.
   *
   * @throws BackupRepositoryError when there's no such backup; DamagedBackupError; UnauthenticBackupError
   */
  async getBackup(id: string): Promise<Backup> {
    const { backup, text, hmac } = await this.#readManifest(id);
    if (this.#signingKey === null || (hmac && isSignedBy(this.#signingKey, id, text, hmac))) return backup;
    throw new UnauthenticBackupError(
      hmac
        ? `The signature of the backup ${id} is wrong: it was altered, or made with another key.`
        : `The backup ${id} has no signature: it was made without a key, or altered.`,
    );
  }

  /** A backup by any maker, only to tell what it needs. @throws BackupRepositoryError when there's no such backup; DamagedBackupError */
  async getUncheckedBackup(id: string): Promise<Backup> {
    return (await this.#readManifest(id)).backup;
  }

  async #readManifest(id: string): Promise<{ backup: Backup; text: string; hmac: string | undefined }> {
    if (!/^[A-Za-z0-9-]+$/.test(id) || !(await this.hasBackup(id))) {
      throw new BackupRepositoryError(`There is no backup ${id}; \`stele-server backup list\` names them.`);
    }
    const bytes = await this.#open(`${BACKUPS}${id}.json`);
    try {
      const { sha256, hmac, backup: text } = JSON.parse(Buffer.from(bytes).toString('utf8')) as ManifestFile;
      const backup = JSON.parse(text) as Backup;
      if (digestOf(text) === sha256 && backup.id === id) return { backup, text, hmac };
    } catch {
      // Said below.
    }
    throw new DamagedBackupError(
      `The backup ${id} is damaged: its manifest doesn't match its digest, or is another's.`,
    );
  }

  async #open(key: string): Promise<Uint8Array> {
    const found = await this.storage.get(key).catch((error: unknown) => {
      if (error instanceof DamagedObjectError)
        throw new DamagedBackupError(`The file ${key} of the backup is damaged.`);
      throw error;
    });
    if (found === null) throw new DamagedBackupError(`The file ${key} of the backup is missing.`);
    return this.vault.open(key, found.body);
  }
}

/** A name of a new backup: later ones sort after it. */
export function newBackupId(at: Date): string {
  return `${at.toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
}
