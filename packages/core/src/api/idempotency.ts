import { randomUUID } from 'node:crypto';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import type { Actor } from '../platform/actor.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { claimKey, type KeptAnswer, releaseKey } from '../platform/idempotency.store.ts';
import { inFlight, keepAnswer } from '../platform/keep-answer.ts';
import type { PendingAnswer } from '../platform/write-context.ts';
import type { ApiContext } from './context.ts';

type Recognised = { readonly actor?: Actor; readonly project?: { readonly id: string } };

/**
 * Wraps a verb so that requests with the same Idempotency-Key are carried out once, and all get the first answer.
 *
 * @param operation name of the operation; a key is only valid for one operation
 */
export function idempotently<Ctx extends ApiContext, Input, Answer>(
  operation: string,
  verb: (ctx: Ctx, input: Input) => Promise<Answer>,
): (ctx: Ctx, input: Input) => Promise<Answer> {
  return async (ctx, input) => {
    const key = ctx.headers.get('idempotency-key');
    if (key === null) return verb(ctx, input);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid(['Idempotency-Key'], 'An Idempotency-Key must have 1 to 255 visible ASCII characters.');
    }
    const { pool, prisma } = ctx.services.database;
    const { project, actor } = ctx as ApiContext & Recognised;
    const scope = `${project?.id ?? ''}:${actor?.id ?? ''}`;
    const pending: PendingAnswer = { scope, key, owner: randomUUID(), stored: false };
    const requestHash = sha256(canonicalJson([operation, JSON.parse(JSON.stringify(input)) as Json]));
    const record = await claimKey(pool, pending, requestHash, ctx.services.clock.now());
    if (record) {
      if (record.requestHash !== requestHash) throw new ApiError('idempotency.key_reused');
      if (!record.answer) throw inFlight();
      return replay<Answer>(ctx, record.answer);
    }
    try {
      const answer = await verb({ ...ctx, idempotency: pending }, input);
      // The verb wrote nothing, so its answer isn't stored yet.
      if (!pending.stored) await keepAnswer(prisma, { ...ctx, idempotency: pending }, answer);
      return answer;
    } catch (error) {
      if (!pending.stored) await releaseKey(prisma, pending);
      throw error;
    }
  };
}

function replay<Answer>(ctx: ApiContext, kept: KeptAnswer): Answer {
  ctx.response.status = kept.status;
  ctx.response.headers.set('idempotency-replayed', 'true');
  if (kept.location) ctx.response.headers.set('location', kept.location);
  return kept.body as Answer;
}
