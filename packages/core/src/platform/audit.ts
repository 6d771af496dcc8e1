import type { PrismaClient } from '../generated/prisma/client.ts';
import { type AuditEntry, insertAudit } from './audit-records.store.ts';
import { execute } from './database/sql.ts';
import { keepAnswer } from './keep-answer.ts';
import type { WriteContext } from './write-context.ts';

/** The client inside a transaction. */
export type Transaction = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/**
 * Runs a change: one transaction that holds what it writes, its audit row and the answer kept for an Idempotency-Key.
 *
 * @param work writes, and returns the answer together with what to put on record
 * @throws ApiError `idempotency.in_flight` when the key was lost to the same request, sent again; nothing is written
 */
export async function write<Answer>(
  ctx: WriteContext,
  work: (
    tx: Transaction,
  ) => Promise<{ readonly answer: Answer; readonly audit: AuditEntry; readonly projectId?: string }>,
): Promise<Answer> {
  const { prisma } = ctx.services.database;
  const answer = await prisma.$transaction(async (tx) => {
    const done = await work(tx);
    await execute(tx, insertAudit(ctx, done.audit, done.projectId));
    await keepAnswer(tx, ctx, done.answer);
    return done.answer;
  });
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return answer;
}
