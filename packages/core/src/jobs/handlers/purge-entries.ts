import type { Logger } from 'pino';
import { purgeTrash } from '../../entries/purge-trash.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { JobHandler } from '../handler.ts';

/** Removes entries for good that were in the trash for 30 days. */
export function purgeEntries(services: { database: Database; clock: Clock; log: Logger }): JobHandler {
  return {
    kind: 'purge-entries',
    everyMs: 10 * 60_000,
    run: async () => {
      const purged = await purgeTrash(services);
      if (purged > 0) services.log.info({ purged }, 'removed entries that were in the trash for 30 days');
    },
  };
}
