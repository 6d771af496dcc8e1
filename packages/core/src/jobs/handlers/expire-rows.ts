import { deleteOldDeployments } from '../../delivery/old-deployments.store.ts';
import { deleteOldDeliveries } from '../../delivery/webhooks/deliveries.store.ts';
import { forgetOldSecrets } from '../../delivery/webhooks/webhook.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { deleteOldEvents } from '../../platform/events.store.ts';
import { deleteExpiredAnswers } from '../../platform/idempotency.store.ts';
import { discardAbandoned } from '../../schema-change/staged-changes.store.ts';
import type { JobHandler } from '../handler.ts';

/** Removes kept answers, events, deployments, messages, secrets and links whose time is over, and what pushes staged that didn't end. */
export function expireRows({ database, clock }: { database: Database; clock: Clock }): JobHandler {
  return {
    kind: 'expire-rows',
    everyMs: 10 * 60_000,
    run: async () => {
      await deleteExpiredAnswers(database.prisma, clock.now());
      await deleteOldEvents(database.prisma, clock.now());
      await deleteOldDeployments(database.pool, clock.now());
      await deleteOldDeliveries(database.pool, clock.now());
      await forgetOldSecrets(database.pool, clock.now());
      await database.prisma.passwordReset.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
      await discardAbandoned(database.pool);
    },
  };
}
