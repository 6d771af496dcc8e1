import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where signed addresses lead, and the secret that signs them. */
export interface SigningSettings {
  publicUrl: string;
  signingKey: string;
  now: Date;
}

/**
 * The signature of what an address allows. The parts can't run into each other: none may hold a line break.
 *
 * @param parts the first one says what kind of address it is
 */
export function signatureOf(parts: readonly (string | number)[], signingKey: string): string {
  return createHmac('sha256', signingKey).update(parts.join('\n')).digest('base64url');
}

/** Whether a signature is the one that's expected, in a time that tells nothing about it. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given, 'base64url'), Buffer.from(expected, 'base64url')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Makes an address below the content host's. */
export function signedUrl(publicUrl: string, path: string, query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${publicUrl.replace(/\/+$/, '')}${path}?${search}`;
}

/** When an address made now ends, in whole seconds since 1970. */
export function expiryOf(now: Date, expiresInSeconds: number): number {
  return Math.floor(now.getTime() / 1000) + expiresInSeconds;
}

/** The value of a parameter that stands exactly once in a query, else null. */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The same as a whole number, written as numbers usually are. */
export function onlyNumber(query: URLSearchParams, name: string): number | null {
  const text = onlyValue(query, name);
  return text !== null && /^(0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : null;
}
