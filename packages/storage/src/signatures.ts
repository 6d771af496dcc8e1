import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where signed addresses lead, and the secret that signs them. */
export interface SigningSettings {
  publicUrl: string;
  signingKey: string;
  now: Date;
}

/** A kind of signed address. */
export interface AddressKind<Field extends string> {
  /** Makes its signatures those of no other kind. */
  readonly name: string;
  readonly method: 'GET' | 'PUT';
  /** Below the content host's address; the key of an object follows. */
  readonly path: string;
  /** Parameters of its query besides expiry and signature. */
  readonly fields: readonly Field[];
}

/** Makes an address for one object. Neither its key nor a field may hold a line break. */
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
 * Reads an address, in a time that reveals nothing about the signature. Null unless `signAddress` made exactly this address with
 * the same secret, and when it has expired.
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

/** The parts stay separate: none holds a line break when an address is made. */
function signatureOf({ name, method }: AddressKind<string>, parts: readonly string[], signingKey: string): string {
  return createHmac('sha256', signingKey)
    .update([name, method, ...parts].join('\n'))
    .digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given, 'base64url'), Buffer.from(expected, 'base64url')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of a parameter that a query has exactly once, else null. */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
