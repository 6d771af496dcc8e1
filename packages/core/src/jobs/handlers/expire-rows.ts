import { deleteOldDeployments } from '../../delivery/old-deployments.store.ts';
import { deleteOldDeliveries } from '../../delivery/webhooks/deliveries.store.ts';
import { forgetOldSecrets } from '../../delivery/webhooks/webhook.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { deleteOldEvents } from '../../platform/events.store.ts';
import { deleteExpiredAnswers } from '../../platform/idempotency.store.ts';
import { discardAbandoned } from '../../schema-change/staged-changes.store.ts';
import type { JobHandler } from '../handler.ts';

/** What people may still want to look at is kept for so long after its end. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes kept answers, events, deployments, messages, secrets, sessions, links and invitations whose time is over, jobs
 * that were given up long ago, and what pushes staged that didn't end.
 */
export function expireRows({ database, clock }: { database: Database; clock: Clock }): JobHandler {
  return {
    kind: 'expire-rows',
    everyMs: 10 * 60_000,
    run: async () => {
      const { pool, prisma } = database;
      const now = clock.now();
      const longAgo = new Date(now.getTime() - KEPT_MS);
      await deleteExpiredAnswers(prisma, now);
      await deleteOldEvents(prisma, now);
      await deleteOldDeployments(pool, now);
      await deleteOldDeliveries(pool, now);
      await forgetOldSecrets(pool, now);
      const over = { where: { expiresAt: { lt: now } } };
      await prisma.passwordReset.deleteMany(over);
      await prisma.verification.deleteMany(over);
      await prisma.session.deleteMany(over);
      await prisma.deviceCode.deleteMany(over);
      await prisma.invitation.deleteMany({ where: { expiresAt: { lt: longAgo } } });
      await prisma.job.deleteMany({ where: { deadAt: { lt: longAgo } } });
      await discardAbandoned(pool);
    },
  };
}
