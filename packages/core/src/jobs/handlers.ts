import type { Logger } from 'pino';
import type { Schemas } from '../content/schemas.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { FetchingServices } from '../media/fetching/fetch-asset.ts';
import type { ProcessingServices } from '../media/processing/process-asset.ts';
import type { Uploads } from '../media/uploads.ts';
import type { PointerMirrors } from '../publishing/pointer-mirrors.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { Sweeper } from '../publishing/sweep/sweep.ts';
import type { JobHandler } from './handler.ts';
import { catchUpDeployments } from './handlers/catch-up-deployments.ts';
import { catchUpWebhooks } from './handlers/catch-up-webhooks.ts';
import { deliverWebhooks } from './handlers/deliver-webhooks.ts';
import { expireRows } from './handlers/expire-rows.ts';
import { fanOut } from './handlers/fan-out-events.ts';
import { fetchAssets } from './handlers/fetch-assets.ts';
import { followTarget } from './handlers/follow-target.ts';
import { mirrorPointers } from './handlers/mirror-pointers.ts';
import { processAssets } from './handlers/process-assets.ts';
import { pruneOldVersions } from './handlers/prune-versions.ts';
import { purgeEntries } from './handlers/purge-entries.ts';
import { removeProjects } from './handlers/remove-projects.ts';
import { renewOrder } from './handlers/renew-order.ts';
import { renewSearch } from './handlers/renew-search.ts';
import { rerenderAssets } from './handlers/rerender-assets.ts';
import { resealSecrets } from './handlers/reseal-secrets.ts';
import { sendDeployment } from './handlers/send-deployment.ts';
import { sweepMedia } from './handlers/sweep-media.ts';
import { sweepSnapshots } from './handlers/sweep-snapshots.ts';
import { sweepUploads } from './handlers/sweep-uploads.ts';

/** What the handlers work with. */
export interface JobServices extends Omit<ProcessingServices, 'onRendered'>, FetchingServices {
  readonly schemas: Schemas;
  readonly publisher: Publisher;
  readonly sweeper: Sweeper;
  readonly mirrors: PointerMirrors;
  readonly uploads: Uploads;
  readonly delivery: Delivery;
  readonly log: Logger;
}

/** Everything that goes on beside the requests: one line a kind of job. */
export function jobHandlers(services: JobServices): JobHandler[] {
  return [
    mirrorPointers(services.mirrors),
    processAssets(services),
    fetchAssets(services),
    sendDeployment(services.delivery.sender),
    followTarget(services.delivery.follower),
    catchUpDeployments(services.delivery.sender),
    fanOut(services),
    deliverWebhooks(services.delivery.webhooks),
    catchUpWebhooks(services),
    resealSecrets(services.delivery),
    expireRows(services),
    purgeEntries(services),
    pruneOldVersions(services),
    sweepSnapshots(services.sweeper),
    sweepMedia(services),
    sweepUploads(services),
    renewOrder(services),
    renewSearch(services),
    rerenderAssets(services),
    removeProjects(services),
  ];
}
