import { askForDelivery, findLateWebhooks } from '../../delivery/webhooks/deliveries.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { JobHandler } from '../handler.ts';

const LATE_MS = 60_000;

/** Asks again for deliveries that are overdue. */
export function catchUpWebhooks({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): JobHandler {
  return {
    kind: 'catch-up-webhooks',
    everyMs: 60_000,
    run: async () => {
      const now = clock.now();
      for (const { id, projectId } of await findLateWebhooks(database.pool, new Date(now.getTime() - LATE_MS))) {
        await askForDelivery(database.pool, projectId, [id], now);
      }
    },
  };
}
