import { ulid } from 'ulid';

const prefixes = {
  project: 'prj',
  entry: 'ent',
  snapshot: 'snap',
  token: 'tok',
  user: 'usr',
  invitation: 'inv',
  audit: 'aud',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
} as const;

/**
 * A new identifier: prefix and a ULID in lower case, so that identifiers sort by time of making. 80 of its bits are
 * random (https://github.com/ulid/spec).
 */
export function newId(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}_${ulid().toLowerCase()}`;
}
