import { randomUUID } from 'node:crypto';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import type { Actor, Context, PendingAnswer } from './context.ts';
import { ApiError, invalid } from './errors.ts';
import { Prisma } from './generated/prisma/client.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;
/** A request that isn't answered after so long is taken for lost, and may be sent again. */
const LEASE_MS = 5 * 60_000;

interface KeptAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: unknown;
}

type CallerContext = Context & { readonly actor: Actor; readonly project?: { readonly id: string } };

/**
 * Wraps a verb so that a request with an Idempotency-Key is carried out once, and answered again with what it was
 * answered at first.
 */
export function idempotently<Ctx extends CallerContext, Input, Answer>(
  verb: (ctx: Ctx, input: Input) => Promise<Answer>,
): (ctx: Ctx, input: Input) => Promise<Answer> {
  return async (ctx, input) => {
    const key = ctx.headers.get('idempotency-key');
    if (key === null) return verb(ctx, input);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid(['Idempotency-Key'], 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
    }
    const scope = `${ctx.project?.id ?? ''}:${ctx.actor.id}`;
    const pending: PendingAnswer = { scope, key, owner: randomUUID(), stored: false };
    const requestHash = sha256(canonicalJson([verb.name, JSON.parse(JSON.stringify(input)) as Json]));
    const kept = await claim(ctx, pending, requestHash);
    if (kept) return replay<Answer>(ctx, kept);
    try {
      const answer = await verb({ ...ctx, idempotency: pending }, input);
      if (!pending.stored)
        await ctx.services.database.prisma.$executeRaw(storeAnswer({ ...ctx, idempotency: pending }, answer));
      return answer;
    } catch (error) {
      if (!pending.stored) await release(ctx, pending);
      throw error;
    }
  };
}

/**
 * Statement that keeps a verb's answer; runs in the transaction of what the verb writes. Without a key it does nothing.
 */
export function storeAnswer(ctx: Context, body: unknown): Prisma.Sql {
  const { idempotency: pending, response } = ctx;
  if (!pending) return Prisma.sql`SELECT 1`;
  const kept: KeptAnswer = { status: response.status ?? 200, location: response.headers.get('location') ?? null, body };
  return Prisma.sql`UPDATE idempotency_records SET answer = ${JSON.stringify(kept)}::jsonb
    WHERE scope = ${pending.scope} AND key = ${pending.key} AND owner = ${pending.owner}`;
}

/** Takes the key for this request, or returns the answer that it got before. */
async function claim(ctx: CallerContext, pending: PendingAnswer, requestHash: string): Promise<KeptAnswer | null> {
  const { prisma } = ctx.services.database;
  const now = ctx.services.clock.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  const expires = new Date(now.getTime() + KEEP_MS);
  const claimed = await prisma.$executeRaw`
    INSERT INTO idempotency_records AS r (scope, key, request_hash, owner, lease_until, expires_at)
    VALUES (${pending.scope}, ${pending.key}, ${requestHash}, ${pending.owner}, ${lease}, ${expires})
    ON CONFLICT (scope, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = NULL, owner = excluded.owner, lease_until = excluded.lease_until,
        expires_at = excluded.expires_at
      WHERE r.expires_at <= ${now} OR (r.answer IS NULL AND r.lease_until <= ${now} AND r.request_hash = ${requestHash})`;
  if (claimed === 1) return null;
  const record = await prisma.idempotencyRecord.findUnique({
    where: { scope_key: { scope: pending.scope, key: pending.key } },
  });
  if (record && record.requestHash !== requestHash) throw new ApiError('idempotency.key_reused');
  if (!record?.answer) throw new ApiError('idempotency.in_flight', { headers: { 'retry-after': '1' } });
  return record.answer as unknown as KeptAnswer;
}

function replay<Answer>(ctx: Context, kept: KeptAnswer): Answer {
  ctx.response.status = kept.status;
  ctx.response.headers.set('idempotency-replayed', 'true');
  if (kept.location) ctx.response.headers.set('location', kept.location);
  return kept.body as Answer;
}

async function release(ctx: Context, pending: PendingAnswer): Promise<void> {
  await ctx.services.database.prisma.idempotencyRecord.deleteMany({
    where: { scope: pending.scope, key: pending.key, owner: pending.owner, answer: { equals: Prisma.DbNull } },
  });
}
