import { DatabaseError } from 'pg';
import { type AuditRecord, insertAuditRecords } from './audit-records.store.ts';
import type { Actor, Context } from './context.ts';
import { Prisma, type PrismaClient } from './generated/prisma/client.ts';
import { keepAnswer } from './idempotency.ts';

/** What a change of a caller's leaves in the audit log. */
export type AuditEntry = Pick<AuditRecord, 'action' | 'targetId'> & Partial<Pick<AuditRecord, 'data'>>;

/** The client inside a transaction. */
export type Transaction = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/**
 * Runs a change: one transaction that holds what it writes, its audit row and the answer kept for an Idempotency-Key.
 *
 * @param work writes, and returns the answer together with what to put on record
 * @throws ApiError `idempotency.in_flight` when the key was lost to the same request, sent again; nothing is written
 */
export async function write<Answer>(
  ctx: Context & { readonly actor: Actor; readonly project?: { readonly id: string } },
  work: (
    tx: Transaction,
  ) => Promise<{ readonly answer: Answer; readonly audit: AuditEntry; readonly projectId?: string }>,
): Promise<Answer> {
  const { prisma } = ctx.services.database;
  const answer = await prisma.$transaction(async (tx) => {
    const done = await work(tx);
    await tx.$executeRaw(insertAudit(ctx, done.audit, done.projectId));
    await keepAnswer((sql) => tx.$executeRaw(sql), ctx, done.answer);
    return done.answer;
  });
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return answer;
}

/**
 * Statement that writes an audit row, for verbs that fold it into one of their own.
 *
 * @param condition what must hold, such as that there's something in a part named `guard`
 */
export function insertAudit(
  ctx: Context & { readonly actor: Actor; readonly project?: { readonly id: string } },
  { action, targetId, data = {} }: AuditEntry,
  projectId: string | undefined = ctx.project?.id,
  condition?: Prisma.Sql,
): Prisma.Sql {
  const { actor, requestId } = ctx;
  const at = ctx.services.clock.now();
  return insertAuditRecords(
    [{ projectId: projectId ?? null, action, targetId, actor, requestId, data, at }],
    condition,
  );
}

/** Condition of an audit row: its target was written by the statement's part named `guard`, which gives `id`. */
export const targetWritten = Prisma.sql`a.target_id IN (SELECT id FROM guard)`;

/** Whether an error is the violation of a unique constraint, named as in the database. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof DatabaseError) return error.code === '23505' && error.constraint === constraint;
  return isPostgresError(error, '23505') && JSON.stringify(errorFacts(error)).includes(constraint);
}

function isPostgresError(error: unknown, code: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2002' || JSON.stringify(errorFacts(error)).includes(code);
}

function errorFacts(error: unknown): unknown {
  return error instanceof Prisma.PrismaClientKnownRequestError ? [error.meta, error.message] : [];
}
