import { hash } from 'node:crypto';

/** SHA-256 as 64 lower-case hexadecimal digits. Text is hashed as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** First 32 bits (big-endian) of the SHA-256 of an entry id: decides where files are cut. */
export function idHash(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32BE(0);
}

/**
 * Name of the pointer mirror that belongs to a token. Anyone who has the token's secret, or only its SHA-256, can
 * compute it; the name reveals neither.
 *
 * @param secretSha256 SHA-256 of the token's secret, hexadecimal
 */
export function pointerMirrorName(secretSha256: string): string {
  return sha256(`stele-pointer:${secretSha256}`);
}
