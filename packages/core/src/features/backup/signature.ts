import { createHmac, timingSafeEqual } from 'node:crypto';

/** The shortest key by which backups are signed. */
export const MIN_SIGNING_KEY = 32;

/** The HMAC-SHA-256 of a backup's manifest, in hexadecimal, which is bound to the backup's id. */
export function signatureOf(key: string, id: string, manifest: string): string {
  return createHmac('sha256', key).update(`stele backup ${id}\n`).update(manifest).digest('hex');
}

/** Whether a manifest has this signature. Compares in constant time. */
export function isSignedBy(key: string, id: string, manifest: string, signature: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, id, manifest))];
  return given.length === right.length && timingSafeEqual(given, right);
}
