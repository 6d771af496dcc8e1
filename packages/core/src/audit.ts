import { DatabaseError } from 'pg';
import type { Actor, Context } from './context.ts';
import { Prisma, type PrismaClient } from './generated/prisma/client.ts';
import { keepAnswer } from './idempotency.ts';
import { newId } from './ids.ts';

/** What a change leaves in the audit log. */
export interface AuditEntry {
  /** noun.verb */
  readonly action: string;
  readonly targetId: string | null;
  /** What changed; never a secret. */
  readonly data?: Record<string, unknown>;
}

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
    await keepAnswer(tx, ctx, done.answer);
    return done.answer;
  });
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return answer;
}

/**
 * Statement that writes an audit row, for verbs that fold it into one of their own.
 *
 * @param from the row is written for each row of this, such as `FROM guard`
 */
export function insertAudit(
  ctx: Context & { readonly actor: Actor; readonly project?: { readonly id: string } },
  entry: AuditEntry,
  projectId: string | undefined = ctx.project?.id,
  from: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`INSERT INTO audit_records (id, project_id, action, target_id, actor, request_id, data, created_at)
    SELECT ${newId('audit')}, ${projectId ?? null}::text, ${entry.action}, ${entry.targetId}::text,
      ${JSON.stringify(ctx.actor)}::jsonb, ${ctx.requestId}, ${JSON.stringify(entry.data ?? {})}::jsonb,
      ${ctx.services.clock.now()}::timestamptz ${from}`;
}

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
