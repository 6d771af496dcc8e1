import type { Pool } from 'pg';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { json, nullable, text } from './database/row.ts';
import { query, queryPrepared, type Sql, sql } from './database/sql.ts';
import type { PendingAnswer, WriteContext } from './write-context.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;
/** A request without an answer after this time counts as lost: a repeated one is carried out. */
const LEASE_MS = 5 * 60_000;

/** An answer as it's stored, for repeated requests. */
export interface KeptAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: unknown;
}

/** The record of a key that another request has used. */
export interface KeyRecord {
  readonly requestHash: string;
  /** Null while that request is running. */
  readonly answer: KeptAnswer | null;
}

/**
 * Takes a key for a request, unless another one holds it.
 *
 * @returns null when this request gets it; else the record of the other request
 */
export async function claimKey(
  pool: Pool,
  { scope, key, owner }: PendingAnswer,
  requestHash: string,
  now: Date,
): Promise<KeyRecord | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const expires = new Date(now.getTime() + KEEP_MS);
  // Needn't wait for the disk: the writes of the request come later in the write-ahead log.
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
    { owner: text },
  );
  if (claimed) return null;
  const [record] = await query(
    pool,
    sql`SELECT request_hash, answer FROM idempotency_records WHERE scope = ${scope} AND key = ${key}`,
    { request_hash: text, answer: nullable(json<KeptAnswer>()) },
  );
  return { requestHash: record?.request_hash ?? requestHash, answer: record?.answer ?? null };
}

/** Releases a key whose request failed. */
export async function releaseKey(prisma: PrismaClient, { scope, key, owner }: PendingAnswer): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { scope, key, owner, answer: { equals: Prisma.DbNull } } });
}

/** An answer and the key that it's stored for. */
export interface AnswerToKeep {
  readonly pending: PendingAnswer;
  readonly answer: KeptAnswer;
}

/**
 * Statement that stores answers, in the transactions of their requests. It returns a row for each request that still holds its
 * key. A slow request may have lost its key to a repeated one: then its writes must be rolled back, since the other request
 * makes them too.
 *
 * @param condition a further condition, on a record `r` and an answer `a`
 */
export function keepAnswers(answers: readonly AnswerToKeep[], condition = sql`true`): Sql {
  const rows = answers.map(({ pending: { scope, key, owner }, answer }) => ({ scope, key, owner, answer }));
  return sql`UPDATE idempotency_records r SET answer = a.answer
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(scope text, key text, owner text, answer jsonb)
    WHERE r.scope = a.scope AND r.key = a.key AND r.owner = a.owner AND ${condition}
    RETURNING r.owner`;
}

/** The answer of a verb together with its key, as a list; empty without a key. */
export function answersToKeep(
  { idempotency: pending, response }: Pick<WriteContext, 'idempotency' | 'response'>,
  body: unknown,
): AnswerToKeep[] {
  if (!pending) return [];
  const location = response.headers.get('location') ?? null;
  return [{ pending, answer: { status: response.status, location, body } }];
}
