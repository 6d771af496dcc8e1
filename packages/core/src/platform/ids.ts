import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

const prefixes = {
  project: 'prj',
  entry: 'ent',
  snapshot: 'snap',
  push: 'psh',
  asset: 'ast',
  assetVersion: 'asv',
  folder: 'fld',
  token: 'tok',
  user: 'usr',
  invitation: 'inv',
  audit: 'aud',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
  twoFactor: 'tfa',
  passkey: 'pky',
  passwordReset: 'pwr',
  deviceCode: 'dvc',
  job: 'job',
  deployTarget: 'dpt',
  deployment: 'dep',
  webhook: 'whk',
  message: 'msg',
  view: 'viw',
  previewLink: 'pvl',
  notification: 'ntf',
  reviewMove: 'rvm',
  archive: 'arc',
  translationService: 'trs',
  translationRun: 'trr',
  directoryGroup: 'grp',
} as const;

/** A kind of object that has identifiers. */
type IdKind = keyof typeof prefixes;

/** Whether objects of a kind have their own identifiers. */
export function isIdKind(kind: string): kind is IdKind {
  return Object.hasOwn(prefixes, kind);
}

/**
 * A new identifier: a prefix and a ULID in lower case, so that identifiers sort by time of creation. 80 of its bits are random
 * (https://github.com/ulid/spec).
 */
export function newId(kind: IdKind): string {
  return newIdWith(prefixes[kind]);
}

/** The same for objects of one feature, with the prefix that it gives them. */
export function newIdWith(prefix: string): string {
  return `${prefix}_${ulid(undefined, randomFraction).toLowerCase()}`;
}

const randomBytes = Buffer.alloc(4096);
let taken = randomBytes.length;

/** A random number from 0 to below 1, precise enough for a ULID's letters. Random bytes are drawn in bulk, which is faster. */
function randomFraction(): number {
  if (taken === randomBytes.length) {
    randomFillSync(randomBytes);
    taken = 0;
  }
  return randomBytes.readUInt8(taken++) / 256;
}
