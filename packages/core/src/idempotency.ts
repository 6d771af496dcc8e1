import { randomUUID } from 'node:crypto';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import type { Actor, Context, PendingAnswer } from './context.ts';
import { ApiError, invalid } from './errors.ts';
import type { Prisma } from './generated/prisma/client.ts';
import { answersToKeep, claimKey, type KeptAnswer, keepAnswers, releaseKey } from './idempotency.store.ts';

type Caller = { readonly actor?: Actor; readonly project?: { readonly id: string } };

/**
 * Wraps a verb so that a request with an Idempotency-Key is carried out once, and answered again with what it was
 * answered at first.
 *
 * @param operation names what the verb does: a key belongs to one operation
 */
export function idempotently<Ctx extends Context, Input, Answer>(
  operation: string,
  verb: (ctx: Ctx, input: Input) => Promise<Answer>,
): (ctx: Ctx, input: Input) => Promise<Answer> {
  return async (ctx, input) => {
    const key = ctx.headers.get('idempotency-key');
    if (key === null) return verb(ctx, input);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid(['Idempotency-Key'], 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
    }
    const { prisma } = ctx.services.database;
    const { project, actor } = ctx as Context & Caller;
    const scope = `${project?.id ?? ''}:${actor?.id ?? ''}`;
    const pending: PendingAnswer = { scope, key, owner: randomUUID(), stored: false };
    const requestHash = sha256(canonicalJson([operation, JSON.parse(JSON.stringify(input)) as Json]));
    const record = await claimKey(prisma, pending, requestHash, ctx.services.clock.now());
    if (record) {
      if (record.requestHash !== requestHash) throw new ApiError('idempotency.key_reused');
      if (!record.answer) throw inFlight();
      return replay<Answer>(ctx, record.answer);
    }
    try {
      const answer = await verb({ ...ctx, idempotency: pending }, input);
      // What a verb answers that wrote nothing.
      if (!pending.stored) await keepAnswer((sql) => prisma.$executeRaw(sql), { ...ctx, idempotency: pending }, answer);
      return answer;
    } catch (error) {
      if (!pending.stored) await releaseKey(prisma, pending);
      throw error;
    }
  };
}

/**
 * Keeps a verb's answer in the transaction of what it writes. Without a key it does nothing.
 *
 * @param send sends a statement in that transaction, and tells how many rows it changed
 * @throws ApiError `idempotency.in_flight` when the key was lost to the same request, sent again: roll back
 */
export async function keepAnswer(
  send: (statement: Prisma.Sql) => Promise<number>,
  ctx: Context,
  body: unknown,
): Promise<void> {
  const kept = answersToKeep(ctx, body);
  if (kept.length > 0 && (await send(keepAnswers(kept))) === 0) throw inFlight();
}

/** Refusal of a request whose key another one holds. */
export function inFlight(): ApiError {
  return new ApiError('idempotency.in_flight', { headers: { 'retry-after': '1' } });
}

function replay<Answer>(ctx: Context, kept: KeptAnswer): Answer {
  ctx.response.status = kept.status;
  ctx.response.headers.set('idempotency-replayed', 'true');
  if (kept.location) ctx.response.headers.set('location', kept.location);
  return kept.body as Answer;
}
