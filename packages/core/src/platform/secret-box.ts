import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORM = 'v1';

/** An encryption key, and its name in encrypted secrets. */
interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A secret can't be decrypted: its key is missing, or it was changed or moved. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Encrypts ("seals") secrets for the database, with AES-256-GCM, a nonce and the name of the key. A sealed secret is bound to its
 * row: it can't be decrypted in another one.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: EncryptionKey;

  /** @param keys as `parseEncryptionKeys` reads them: the first one encrypts, all of them decrypt */
  constructor(keys: string) {
    const parsed = parseEncryptionKeys(keys);
    const [current] = parsed;
    if (!current) throw new Error('There is no key to seal secrets with.');
    this.#current = current;
    this.#keys = new Map(parsed.map(({ id, key }) => [id, key]));
  }

  /** The name of the key that encrypts. */
  get currentKeyId(): string {
    return this.#current.id;
  }

  /** @param place the id of the row that stores it */
  seal(secret: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [FORM, this.#current.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws SealBroken */
  open(text: string, place: string): string {
    const [form, id = '', iv = '', sealed = ''] = text.split('.');
    const key = this.#keys.get(id);
    if (form !== FORM) throw new SealBroken('This is not a sealed secret.');
    if (!key)
      throw new SealBroken(`The key ${id}, with which a secret was sealed, is not among STELE_ENCRYPTION_KEYS.`);
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const nonce = Buffer.from(iv, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new SealBroken('A sealed secret was altered, or belongs somewhere else.');
    }
  }

  /** Whether a secret was encrypted with an earlier key. */
  isStale(text: string): boolean {
    return text.split('.')[1] !== this.#current.id;
  }
}

/**
 * Reads keys, newest first: `2026b:BASE64,2026a:BASE64`, each of 32 bytes.
 *
 * @throws Error that says what is wrong, and shows nothing of a key
 */
export function parseEncryptionKeys(text: string): EncryptionKey[] {
  const keys = text.split(',').map((part) => {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(part.trim()) ?? [];
    if (id === undefined || encoded === undefined) {
      throw new Error('must be a list of NAME:KEY with commas between, each key 32 bytes as base64');
    }
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  if (keys.some(({ key }) => key.byteLength !== KEY_BYTES)) throw new Error('must hold keys of 32 bytes');
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error('must not give two keys one name');
  return keys;
}

/** A new list of one key, as `parseEncryptionKeys` reads it. */
export function newEncryptionKeys(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64url')}`;
}
