import { text } from './database/row.ts';
import { type Connection, queryPrepared } from './database/sql.ts';
import { ApiError } from './errors.ts';
import { answersToKeep, keepAnswers } from './idempotency.store.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Stores a verb's answer in the transaction of its writes. Without a key it does nothing.
 *
 * @throws ApiError `idempotency.in_flight` when a repeated request has taken over the key: roll back
 */
export async function keepAnswer(
  tx: Connection,
  ctx: Pick<WriteContext, 'idempotency' | 'response'>,
  body: unknown,
): Promise<void> {
  const kept = answersToKeep(ctx, body);
  if (kept.length === 0) return;
  const held = await queryPrepared(tx, keepAnswers(kept), { owner: text });
  if (held.length === 0) throw inFlight();
}

/** The error for a request whose key another one holds. */
export function inFlight(): ApiError {
  return new ApiError('idempotency.in_flight', { headers: { 'retry-after': '1' } });
}
