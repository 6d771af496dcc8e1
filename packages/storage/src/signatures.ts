import { createHmac, timingSafeEqual } from 'node:crypto';

/** The host of signed URLs, and the secret that signs them. */
export interface SigningSettings {
  publicUrl: string;
  signingKey: string;
  now: Date;
}

/** A kind of signed URL. */
export interface AddressKind<Field extends string> {
  /** Part of its signatures, so that they aren't valid for another kind. */
  readonly name: string;
  readonly method: 'GET' | 'PUT';
  /** Path on the content host, which the key of an object follows. */
  readonly path: string;
  /** Query parameters besides expiry and signature. */
  readonly fields: readonly Field[];
}

/** Makes a URL for one object. Neither its key nor a field may contain a line break. */
export function signAddress<Field extends string>(
  kind: AddressKind<Field>,
  key: string,
  fields: Readonly<Record<Field, string | number>>,
  expiresInSeconds: number,
  { publicUrl, signingKey, now }: SigningSettings,
): { url: string; expiresAt: Date } {
  const expires = Math.floor(now.getTime() / 1000) + expiresInSeconds;
  const query = new URLSearchParams(kind.fields.map((name): [string, string] => [name, String(fields[name])]));
  query.append('expires', String(expires));
  query.append('signature', signatureOf(kind, [key, ...query.values()], signingKey));
  return {
    url: `${publicUrl.replace(/\/+$/, '')}${kind.path}${key}?${query}`,
    expiresAt: new Date(expires * 1000),
  };
}

/**
 * Checks a URL, comparing signatures in constant time. Null when it has expired, or when `signAddress` didn't make exactly this URL with the same secret.
 */
export function verifyAddress<Field extends string>(
  kind: AddressKind<Field>,
  key: string,
  query: URLSearchParams,
  { signingKey, now }: Pick<SigningSettings, 'signingKey' | 'now'>,
): { fields: Record<Field, string>; expiresAt: Date } | null {
  const entries = kind.fields.map((name) => [name, onlyValue(query, name)] as const);
  const expires = onlyValue(query, 'expires');
  const signature = onlyValue(query, 'signature');
  const values = entries.flatMap(([, value]) => value ?? []);
  if (values.length < entries.length || expires === null || signature === null) return null;
  if (!isSame(signature, signatureOf(kind, [key, ...values, expires], signingKey))) return null;
  const expiresAt = new Date(Number(expires) * 1000);
  if (now >= expiresAt) return null;
  return { fields: Object.fromEntries(entries) as Record<Field, string>, expiresAt };
}

/** Line breaks separate the parts, which contain none themselves. */
function signatureOf({ name, method }: AddressKind<string>, parts: readonly string[], signingKey: string): string {
  return createHmac('sha256', signingKey)
    .update([name, method, ...parts].join('\n'))
    .digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given, 'base64url'), Buffer.from(expected, 'base64url')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of a parameter that is in a query exactly once; else null. */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
