import type { Schemas } from '../../content/schemas.ts';
import { SYSTEM } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { loadProjectLiveState } from '../live-state.store.ts';
import type { Publisher } from '../publisher.ts';
import { nextPublishedAt } from '../round.ts';
import { findHalfRestored, type Restorer, restoreStep } from './restore-step.store.ts';

/** How often it's tried again because someone published meanwhile. */
const MAX_ATTEMPTS = 5;

/** What restoring takes. */
export interface RestoreServices {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly publisher: Publisher;
  readonly clock: Clock;
}

/**
 * Puts an earlier snapshot live again, with ledger and entries, in one transaction. The one that is live already stays.
 *
 * @throws ApiError `snapshot.not_found`, `unavailable`
 */
export async function restore(
  { database: { pool }, schemas, publisher, clock }: RestoreServices,
  projectId: string,
  snapshotId: string,
  by: Restorer,
): Promise<void> {
  await publisher.goLive<null>({
    projectId,
    attempts: MAX_ATTEMPTS,
    plan: async () => {
      const { isHalfRestored, ...before } = await loadProjectLiveState(pool, schemas, projectId);
      if (before.live?.snapshotId === snapshotId && !isHalfRestored) return { answer: null };
      return restoreStep({ pool, schemas }, before, snapshotId, by, nextPublishedAt(before, clock.now()));
    },
  });
}

/** Finishes what a release left that restored in two steps: entries follow the snapshot that is live. */
export async function finishHalfRestored(services: RestoreServices): Promise<void> {
  for (const { projectId, snapshotId } of await findHalfRestored(services.database.pool)) {
    await restore(services, projectId, snapshotId, { actor: SYSTEM, requestId: '' });
  }
}
