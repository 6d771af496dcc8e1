import { SYSTEM } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import type { GoLiveDependencies } from '../go-live.ts';
import { loadProjectLiveState } from '../live-state.store.ts';
import type { Publisher } from '../publisher.ts';
import { nextPublishedAt } from '../round.ts';
import { findHalfRestored, restoreStep } from './restore-step.store.ts';

/** How often it's tried when others publish meanwhile. */
const MAX_ATTEMPTS = 5;

type RestoreServices = Pick<GoLiveDependencies, 'database' | 'schemas' | 'clock'> & { readonly publisher: Publisher };

/**
 * Makes an earlier snapshot live again, with ledger and entries, in one transaction. Does nothing if it's already live.
 *
 * @throws ApiError `snapshot.not_found`, `unavailable`
 */
export async function restore(
  { database: { pool }, schemas, publisher, clock }: RestoreServices,
  projectId: string,
  snapshotId: string,
  by: Pick<WriteContext, 'actor' | 'requestId'>,
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

/** Finishes interrupted restorations of an earlier release, which restored in two steps. */
export async function finishHalfRestored(services: RestoreServices): Promise<void> {
  for (const { projectId, snapshotId } of await findHalfRestored(services.database.pool)) {
    await restore(services, projectId, snapshotId, { actor: SYSTEM, requestId: '' });
  }
}
