import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ClassifiedChange, Migration, Rename } from '@stele/schema';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';

const VALID_MS = 60 * 60 * 1000;

/** The change that a confirmation is valid for. */
export interface ConfirmedChange {
  readonly projectId: string;
  readonly baseVersion: number;
  readonly schemaHash: string;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
}

interface Payload {
  /** Hash of the change. */
  readonly of: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Destructive change → how many entries it was confirmed for. */
  readonly entries: Readonly<Record<string, number>>;
}

/** A token to confirm a change, for a person who has seen what would be lost. */
export function makeConfirmToken(
  secret: string,
  change: ConfirmedChange,
  changes: readonly ClassifiedChange[],
  now: Date,
): string {
  const destructive = changes.filter((one) => one.class === 'destructive');
  const payload: Payload = {
    of: hashOf(change),
    until: now.getTime() + VALID_MS,
    entries: Object.fromEntries(destructive.map(({ id, affectedEntries }) => [id, affectedEntries])),
  };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${sign(secret, body)}`;
}

/**
 * The destructive changes that a token doesn't confirm: those that aren't in it, and those that affect more entries than were
 * confirmed. All of them if the token is invalid.
 */
export function unconfirmed(
  secret: string,
  token: string | undefined,
  change: ConfirmedChange,
  changes: readonly ClassifiedChange[],
  now: Date,
): ClassifiedChange[] {
  const confirmed = read(secret, token);
  const holds = confirmed !== null && confirmed.of === hashOf(change) && confirmed.until > now.getTime();
  return changes.filter(
    (one) => one.class === 'destructive' && !(holds && (confirmed.entries[one.id] ?? -1) >= one.affectedEntries),
  );
}

function read(secret: string, token: string | undefined): Payload | null {
  const [body, signature] = token?.split('.') ?? [];
  if (!body || !signature) return null;
  const expected = Buffer.from(sign(secret, body));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Payload;
}

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`schema confirmation:${body}`).digest('base64url');
}

function hashOf({ projectId, baseVersion, schemaHash, renames, migrations }: ConfirmedChange): string {
  return sha256(canonicalJson([projectId, baseVersion, schemaHash, renames, migrations] as Json));
}
