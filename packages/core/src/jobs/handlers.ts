import type { Logger } from 'pino';
import type { Schemas } from '../content/schemas.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import type { PointerMirrors } from '../publishing/pointer-mirrors.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { Restorations } from '../publishing/restoration/restorations.ts';
import type { Sweeper } from '../publishing/sweep/sweep.ts';
import type { JobHandler } from './handler.ts';
import { expireRows } from './handlers/expire-rows.ts';
import { finishRestorations } from './handlers/finish-restorations.ts';
import { mirrorPointers } from './handlers/mirror-pointers.ts';
import { pruneOldVersions } from './handlers/prune-versions.ts';
import { purgeEntries } from './handlers/purge-entries.ts';
import { renewSearch } from './handlers/renew-search.ts';
import { rerenderAssets } from './handlers/rerender-assets.ts';
import { sweepSnapshots } from './handlers/sweep-snapshots.ts';

/** What the handlers work with. */
export interface JobServices {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly publisher: Publisher;
  readonly sweeper: Sweeper;
  readonly restorations: Restorations;
  readonly mirrors: PointerMirrors;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Everything that goes on beside the requests: one line a kind of job. */
export function jobHandlers(services: JobServices): JobHandler[] {
  return [
    finishRestorations(services.restorations),
    mirrorPointers(services.mirrors),
    expireRows(services),
    purgeEntries(services),
    pruneOldVersions(services),
    sweepSnapshots(services.sweeper),
    renewSearch(services),
    rerenderAssets(services),
  ];
}
