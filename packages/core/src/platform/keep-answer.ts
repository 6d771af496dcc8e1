import type { Prisma } from '../generated/prisma/client.ts';
import { ApiError } from './errors.ts';
import { answersToKeep, keepAnswers } from './idempotency.store.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Keeps a verb's answer in the transaction of what it writes. Without a key it does nothing.
 *
 * @param send sends a statement in that transaction, and tells how many rows it changed
 * @throws ApiError `idempotency.in_flight` when the key was lost to the same request, sent again: roll back
 */
export async function keepAnswer(
  send: (statement: Prisma.Sql) => Promise<number>,
  ctx: Pick<WriteContext, 'idempotency' | 'response'>,
  body: unknown,
): Promise<void> {
  const kept = answersToKeep(ctx, body);
  if (kept.length > 0 && (await send(keepAnswers(kept))) === 0) throw inFlight();
}

/** Refusal of a request whose key another one holds. */
export function inFlight(): ApiError {
  return new ApiError('idempotency.in_flight', { headers: { 'retry-after': '1' } });
}
