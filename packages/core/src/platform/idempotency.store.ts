import type { Pool } from 'pg';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { query, queryPrepared, type Sql, sql } from './database/sql.ts';
import type { PendingAnswer, WriteContext } from './write-context.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;
/** A request that isn't answered after so long is taken for lost, and may be sent again. */
const LEASE_MS = 5 * 60_000;

/** An answer as it's kept, to be given again. */
export interface KeptAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: unknown;
}

/** What is on record of a key that another request holds, or held. */
export interface KeyRecord {
  readonly requestHash: string;
  /** Null while that request is under way. */
  readonly answer: KeptAnswer | null;
}

/**
 * Takes a key for a request, unless another one holds it.
 *
 * @returns null when it was taken; else what is on record of it
 */
export async function claimKey(
  pool: Pool,
  { scope, key, owner }: PendingAnswer,
  requestHash: string,
  now: Date,
): Promise<KeyRecord | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const expires = new Date(now.getTime() + KEEP_MS);
  // Nobody has to wait for the disk: what the request writes comes after it in the database's log.
  const [claimed] = await queryPrepared(
    pool,
    sql`INSERT INTO idempotency_records AS r (scope, key, request_hash, owner, lease_until, expires_at)
      SELECT ${scope}, ${key}, ${requestHash}, ${owner}, ${lease}::timestamptz, ${expires}::timestamptz
      FROM set_config('synchronous_commit', 'off', true)
      ON CONFLICT (scope, key) DO UPDATE
        SET request_hash = excluded.request_hash, answer = NULL, owner = excluded.owner,
          lease_until = excluded.lease_until, expires_at = excluded.expires_at
        WHERE r.expires_at <= ${now}
          OR (r.answer IS NULL AND r.lease_until <= ${now} AND r.request_hash = ${requestHash})
      RETURNING r.owner`,
  );
  if (claimed) return null;
  const [record] = await query<{ request_hash: string; answer: KeptAnswer | null }>(
    pool,
    sql`SELECT request_hash, answer FROM idempotency_records WHERE scope = ${scope} AND key = ${key}`,
  );
  return { requestHash: record?.request_hash ?? requestHash, answer: record?.answer ?? null };
}

/** Gives a key back whose request failed. */
export async function releaseKey(prisma: PrismaClient, { scope, key, owner }: PendingAnswer): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { scope, key, owner, answer: { equals: Prisma.DbNull } } });
}

/** An answer together with the key that it's kept for. */
export interface AnswerToKeep {
  readonly pending: PendingAnswer;
  readonly answer: KeptAnswer;
}

/**
 * Statement that keeps answers, for the transaction of what they answer. It returns a row for each request that still
 * holds its key. A request that took too long may have lost it to one that was sent again: then what it wrote must be
 * rolled back, since the other request writes it too.
 *
 * @param condition what must hold besides
 */
export function keepAnswers(answers: readonly AnswerToKeep[], condition = sql`true`): Sql {
  const rows = answers.map(({ pending: { scope, key, owner }, answer }) => ({ scope, key, owner, answer }));
  return sql`UPDATE idempotency_records r SET answer = a.answer
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(scope text, key text, owner text, answer jsonb)
    WHERE r.scope = a.scope AND r.key = a.key AND r.owner = a.owner AND ${condition}
    RETURNING r.owner`;
}

/** The answer that a verb is about to give, for its key; none without one. */
export function answersToKeep(
  { idempotency: pending, response }: Pick<WriteContext, 'idempotency' | 'response'>,
  body: unknown,
): AnswerToKeep[] {
  if (!pending) return [];
  const location = response.headers.get('location') ?? null;
  return [{ pending, answer: { status: response.status, location, body } }];
}
