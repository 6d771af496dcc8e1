import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Scope } from './permissions.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const words: Record<Scope, string> = { read_published: 'pub', read_draft: 'draft', admin: 'admin' };

/**
 * A new project token: `stl_{pub|draft|admin}_`, 32 random base62 characters (190 bits) and 6 checksum characters, by
 * which secret scanners can recognise a token without asking a server.
 */
export function newTokenSecret(scope: Scope): string {
  return newSecret(words[scope]);
}

/** Whether a string is formed like a project token, with the right checksum. */
export function isTokenSecret(text: string): boolean {
  return /^stl_(pub|draft|admin)_/.test(text) && isSecret(text);
}

/** The secret of a new preview link: like a project token's, with `stl_view_`. */
export function newPreviewSecret(): string {
  return newSecret('view');
}

/** Whether a string is formed like the secret of a preview link, with the right checksum. */
export function isPreviewSecret(text: string): boolean {
  return text.startsWith('stl_view_') && isSecret(text);
}

function newSecret(word: string): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = `stl_${word}_${random}`;
  return body + checksum(body);
}

function isSecret(text: string): boolean {
  if (!/^stl_[a-z]+_[0-9A-Za-z]{38}$/.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** The stored form of a secret: its SHA-256, in hexadecimal. Secrets have too many bits to be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether an Authorization header has a secret as its Bearer token. Compares in constant time. */
export function bears(authorization: string | null, secret: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}

function checksum(body: string): string {
  let rest = createHash('sha256').update(body).digest().readUIntBE(0, 6);
  let text = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
