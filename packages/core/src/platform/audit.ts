import type { PrismaClient } from '../generated/prisma/client.ts';
import { type AuditEntry, recordActions, recordsOf } from './audit-records.store.ts';
import { inTransaction, retryConflicts } from './database/in-transaction.ts';
import type { Connection, Queryable } from './database/sql.ts';
import { keepAnswer } from './keep-answer.ts';
import type { WriteContext } from './write-context.ts';

/** Prisma's client inside a transaction. */
export type Transaction = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** The result of a change. */
export interface Written<Answer> {
  readonly answer: Answer;
  /** Several if several things were changed; none if nothing was. */
  readonly audit: AuditEntry | readonly AuditEntry[];
  readonly projectId?: string;
}

/**
 * Runs a change in one transaction, together with its audit row, the row's events and the answer that is stored for an Idempotency-Key.
 *
 * @param work writes, and returns the answer and the audit records; runs again when the database aborts it because of a conflict
 * @throws ApiError `idempotency.in_flight` when a repeated request has taken over the key; then nothing is written
 */
export async function write<Answer>(
  ctx: WriteContext,
  work: (tx: Transaction) => Promise<Written<Answer>>,
): Promise<Answer> {
  const { prisma } = ctx.services.database;
  const answer = await retryConflicts(() => prisma.$transaction(async (tx) => finish(tx, ctx, await work(tx))));
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return answer;
}

/**
 * The same for a change that is written only in SQL.
 *
 * @throws as `write` does
 */
export async function writeSql<Answer>(
  ctx: WriteContext,
  work: (client: Queryable) => Promise<Written<Answer>>,
): Promise<Answer> {
  const { pool } = ctx.services.database;
  const answer = await retryConflicts(() =>
    inTransaction(pool, async (client) => finish(client, ctx, await work(client))),
  );
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return answer;
}

async function finish<Answer>(on: Connection, ctx: WriteContext, done: Written<Answer>): Promise<Answer> {
  await recordActions(on, recordsOf(ctx, [done.audit].flat(), done.projectId));
  await keepAnswer(on, ctx, done.answer);
  return done.answer;
}
