import type { Logger } from 'pino';
import { pruneVersions } from '../../entries/prune-versions.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { JobHandler } from '../handler.ts';

/** Removes automatic saves that later ones stand for. */
export function pruneOldVersions(services: { database: Database; clock: Clock; log: Logger }): JobHandler {
  return {
    kind: 'prune-versions',
    everyMs: 10 * 60_000,
    run: async () => {
      const pruned = await pruneVersions(services);
      if (pruned > 0) services.log.info({ pruned }, 'removed automatic saves that later ones stand for');
    },
  };
}
