import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'stl_person_';

/** What a secret is for, so that one of a kind never passes for another. */
type Purpose = 'session' | 'device code';

/**
 * A secret that the database's value alone doesn't give away: the value, and its HMAC with the instance's secret.
 */
export function sealed(authSecret: string, purpose: Purpose, value: string): string {
  return `${value}.${signature(authSecret, purpose, value).toString('base64url')}`;
}

/** The database's value in a sealed secret; null when somebody else made it. */
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

/** The session that a personal token opens, by the session's own token; null when this instance didn't make it. */
export function sessionTokenOf(authSecret: string, personalToken: string): string | null {
  return isPersonalToken(personalToken) ? unsealed(authSecret, 'session', personalToken.slice(PREFIX.length)) : null;
}

function signature(authSecret: string, purpose: Purpose, value: string): Buffer {
  return createHmac('sha256', authSecret).update(`personal ${purpose}: ${value}`).digest();
}
