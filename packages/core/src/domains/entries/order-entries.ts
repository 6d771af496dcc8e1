import { assertMay } from '../../access/authorize.ts';
import type { ProjectContext } from '../context.ts';
import { submitChange } from './change-entry.ts';
import type { OrderEntriesInput, OrderResult } from './entries.schemas.ts';

/**
 * Moves entries after another one, in the given order, in a collection that is ordered by hand. The new order is live when this
 * resolves.
 *
 * @throws ApiError `entry.not_manually_ordered`, `validation_failed`, `unavailable`
 */
export async function orderEntries(ctx: ProjectContext, input: OrderEntriesInput): Promise<OrderResult> {
  const { collection_key, entry_ids: ids, after = null } = input;
  assertMay(ctx, 'entry.publish', { collectionKey: collection_key });
  const change = { kind: 'order' as const, collection_key, entries: ids.map((id) => ({ id })), after };
  return submitChange<OrderResult>(ctx, change, ({ entries }) => ({
    data: ids.map((id) => ({ id, position: entries.get(id)?.position ?? '' })),
  }));
}
