import { createCipheriv, createDecipheriv, createHash, createHmac, type DecipherGCM, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const FORM = 'AES-256-GCM';

/** The key to an encrypted place: a passphrase, or an age identity (`AGE-SECRET-KEY-1…`). */
export type BackupKey = { readonly passphrase: string } | { readonly identity: string };

/** The part of a place's description that says how its files are encrypted. */
export interface Encryption {
  readonly cipher: typeof FORM;
  /** The key of all files, as an age file: age's own command opens it too. */
  readonly key: string;
}

/** A file of a place can't be decrypted: it was altered, or belongs to another place. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Encrypts and decrypts the files of a place, each bound to its name. Without a key it leaves them as they are. */
export class Vault {
  readonly #key: Buffer | null;

  constructor(key: Buffer | null) {
    this.#key = key;
  }

  get isEncrypted(): boolean {
    return this.#key !== null;
  }

  /** The name of a file by the digest of what it holds. In an encrypted place it tells nothing about that. */
  nameOf(digest: string): string {
    return this.#key === null ? digest : createHmac('sha256', this.#key).update(digest).digest('hex');
  }

  seal(name: string, bytes: Uint8Array): Uint8Array {
    if (this.#key === null) return bytes;
    const { cipher, iv } = this.#begin(name);
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws UnreadableFileError */
  open(name: string, sealed: Uint8Array): Uint8Array {
    if (this.#key === null) return sealed;
    const bytes = Buffer.from(sealed);
    try {
      const decipher = this.#opener(name, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new UnreadableFileError(`The file ${name} of the backup can't be decrypted: it was altered.`, { cause });
    }
  }

  /** `seal` for a stream. */
  async *sealStream(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (this.#key === null) return yield* source;
    const { cipher, iv } = this.#begin(name);
    yield iv;
    for await (const part of source) yield cipher.update(part);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }

  /** `open` for a stream: only once it has ended, what it yielded is known to be right. @throws UnreadableFileError */
  async *openStream(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (this.#key === null) return yield* source;
    let decipher: DecipherGCM | null = null;
    let held = Buffer.alloc(0);
    for await (const part of source) {
      held = Buffer.concat([held, part]);
      if (decipher === null && held.length >= IV_BYTES) {
        decipher = this.#opener(name, held.subarray(0, IV_BYTES));
        held = held.subarray(IV_BYTES);
      }
      if (decipher === null || held.length <= TAG_BYTES) continue;
      yield decipher.update(held.subarray(0, -TAG_BYTES));
      held = held.subarray(-TAG_BYTES);
    }
    try {
      if (decipher === null) throw new Error('It is cut off.');
      decipher.setAuthTag(held);
      yield decipher.final();
    } catch (cause) {
      throw new UnreadableFileError(`The file ${name} of the backup can't be decrypted: it was altered.`, { cause });
    }
  }

  #begin(name: string) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key ?? '', iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(name));
    return { cipher, iv };
  }

  #opener(name: string, iv: Uint8Array) {
    const decipher = createDecipheriv('aes-256-gcm', this.#key ?? '', iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name));
    return decipher;
  }
}

/** A new key of files, wrapped so that `by` opens it. */
export async function makeEncryption(by: BackupKey): Promise<{ encryption: Encryption; vault: Vault }> {
  const { armor, Encrypter, identityToRecipient } = await import('age-encryption');
  const key = randomBytes(KEY_BYTES);
  const encrypter = new Encrypter();
  if ('passphrase' in by) encrypter.setPassphrase(by.passphrase);
  else encrypter.addRecipient(await identityToRecipient(by.identity));
  const wrapped = armor.encode(await encrypter.encrypt(new Uint8Array(key)));
  return { encryption: { cipher: FORM, key: wrapped }, vault: new Vault(key) };
}

/** @throws Error when `by` doesn't open it */
export async function openEncryption({ cipher, key }: Encryption, by: BackupKey): Promise<Vault> {
  if (cipher !== FORM) throw new Error(`The backup is encrypted by ${cipher}, which this version doesn't know.`);
  const { armor, Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if ('passphrase' in by) decrypter.addPassphrase(by.passphrase);
  else decrypter.addIdentity(by.identity);
  try {
    return new Vault(Buffer.from(await decrypter.decrypt(armor.decode(key))));
  } catch (cause) {
    const what = 'passphrase' in by ? 'passphrase' : 'identity';
    throw new Error(`The ${what} doesn't open this backup.`, { cause });
  }
}

/** The SHA-256 of bytes, or of text, in hexadecimal. */
export function digestOf(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

export async function digestOfStream(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of source) hash.update(part);
  return hash.digest('hex');
}
