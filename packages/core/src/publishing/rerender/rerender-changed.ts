import { ALL_RIGHTS } from '../../access/permissions.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Publisher } from '../publisher.ts';
import { type AssetChanger, forgetUnshownChanges, loadUnshownChanges } from './changed-assets.store.ts';

export interface RerenderServices {
  readonly database: Database;
  readonly publisher: Publisher;
}

/**
 * Renders all published content with changed assets of a project again, in one snapshot. Values, versions and times of
 * publication stay.
 *
 * @returns how many entries changed
 * @throws ApiError `unavailable`; then the work is still to be done
 */
export async function rerenderChanged(
  { database: { pool }, publisher }: RerenderServices,
  projectId: string,
  { actor, requestId }: AssetChanger,
): Promise<number> {
  const changes = await loadUnshownChanges(pool, projectId);
  if (changes.size === 0) return 0;
  const changed = await publisher.submit<number>({
    projectId,
    change: { kind: 'rerender', asset_ids: [...changes.keys()] },
    actor,
    rights: ALL_RIGHTS,
    requestId,
    idempotency: null,
    answer: (outcome) => outcome.changed.size,
  });
  await forgetUnshownChanges(pool, changes);
  return changed;
}
