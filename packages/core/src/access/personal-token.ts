import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'stl_person_';

/** What a secret is for, so that a secret for one purpose isn't valid for another. */
type Purpose = 'session' | 'device code';

/** A secret that can't be made from the database alone: a stored value, and its HMAC with the instance's secret. */
export function sealed(authSecret: string, purpose: Purpose, value: string): string {
  return `${value}.${signature(authSecret, purpose, value).toString('base64url')}`;
}

/** The stored value in a sealed secret; null when this instance didn't make it. */
export function unsealed(authSecret: string, purpose: Purpose, secret: string): string | null {
  const [value = '', seal = ''] = secret.split('.');
  const given = Buffer.from(seal, 'base64url');
  const right = signature(authSecret, purpose, value);
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}

/** The Bearer credential of a program that a person signed in to. */
export function newPersonalToken(authSecret: string, sessionToken: string): string {
  return PREFIX + sealed(authSecret, 'session', sessionToken);
}

/** Whether a Bearer credential claims to be a person's; project tokens never do. */
export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

/** The token of the session of a personal token; null when this instance didn't make it. */
export function sessionTokenOf(authSecret: string, personalToken: string): string | null {
  return isPersonalToken(personalToken) ? unsealed(authSecret, 'session', personalToken.slice(PREFIX.length)) : null;
}

function signature(authSecret: string, purpose: Purpose, value: string): Buffer {
  return createHmac('sha256', authSecret).update(`personal ${purpose}: ${value}`).digest();
}
