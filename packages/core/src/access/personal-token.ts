import { createHmac, timingSafeEqual } from 'node:crypto';

/** The OAuth client of the `stele` command, the only program that people sign in to with a code. */
export const DEVICE_CLIENT = 'stele-cli';

const PREFIX = 'stl_person_';

/** The purpose of a secret. A secret for one purpose isn't valid for another. */
type Purpose = 'session' | 'device code';

/** A stored value with its HMAC under the instance's secret: it can't be made from the database alone. */
export function sealed(authSecret: string, purpose: Purpose, value: string): string {
  return `${value}.${signature(authSecret, purpose, value).toString('base64url')}`;
}

/** The stored value of a secret that `sealed` made; null when this instance didn't make it. */
export function unsealed(authSecret: string, purpose: Purpose, secret: string): string | null {
  const [value = '', seal = ''] = secret.split('.');
  const given = Buffer.from(seal, 'base64url');
  const right = signature(authSecret, purpose, value);
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}

/** The Bearer token of a program that a person signed in to. */
export function newPersonalToken(authSecret: string, sessionToken: string): string {
  return PREFIX + sealed(authSecret, 'session', sessionToken);
}

/** Whether a Bearer token is formed like a personal one; project tokens never are. */
export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

/** The session token in a personal token; null when this instance didn't make it. */
export function sessionTokenOf(authSecret: string, personalToken: string): string | null {
  return isPersonalToken(personalToken) ? unsealed(authSecret, 'session', personalToken.slice(PREFIX.length)) : null;
}

function signature(authSecret: string, purpose: Purpose, value: string): Buffer {
  return createHmac('sha256', authSecret).update(`personal ${purpose}: ${value}`).digest();
}
