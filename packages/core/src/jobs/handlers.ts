import type { Logger } from 'pino';
import type { Mailer } from '../access/mailer.ts';
import { archiveHistory } from '../backup/archive.ts';
import type { Schemas } from '../content/schemas.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { FOLLOW_TARGET } from '../delivery/wake-target.ts';
import { DELIVER_WEBHOOK } from '../delivery/webhooks/deliveries.store.ts';
import { FAN_OUT_EVENTS, fanOutEvents } from '../delivery/webhooks/fan-out.ts';
import { pruneVersions } from '../entries/prune-versions.store.ts';
import { purgeTrash } from '../entries/purge-trash.store.ts';
import type { FetchingServices } from '../media/fetching/fetch-asset.ts';
import type { ProcessingServices } from '../media/processing/process-asset.ts';
import { giveUpUploads, removeStrays } from '../media/sweeping/give-up-uploads.ts';
import { purgeAssets } from '../media/sweeping/purge-assets.ts';
import { removeUnusedOriginals } from '../media/sweeping/remove-unused-originals.ts';
import { sweepServedFiles } from '../media/sweeping/sweep-served-files.ts';
import type { Uploads } from '../media/uploads.ts';
import { SEND_DEPLOYMENT } from '../publishing/due-deployments.store.ts';
import type { PointerMirrors } from '../publishing/pointer-mirrors.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { Sweeper } from '../publishing/sweep/sweep.ts';
import { tellDue } from './due-reviews.store.ts';
import type { JobHandler } from './handler.ts';
import { catchUpWebhooks } from './handlers/catch-up-webhooks.ts';
import { expireRows } from './handlers/expire-rows.ts';
import { fetchAssets } from './handlers/fetch-assets.ts';
import { forgetPeople } from './handlers/forget-people.ts';
import { mailAccountNews } from './handlers/mail-account-news.ts';
import { mailDigests } from './handlers/mail-digests.ts';
import { processAssets } from './handlers/process-assets.ts';
import { removeProjects } from './handlers/remove-projects.ts';
import { renewals } from './handlers/renewals.ts';
import { rerenderAssets } from './handlers/rerender-assets.ts';

interface JobServices extends Omit<ProcessingServices, 'onRendered'>, FetchingServices {
  readonly schemas: Schemas;
  readonly publisher: Publisher;
  readonly sweeper: Sweeper;
  readonly mirrors: PointerMirrors;
  readonly uploads: Uploads;
  readonly delivery: Delivery;
  readonly mailer: Mailer | null;
  readonly settings: { readonly adminUrl: string };
  readonly log: Logger;
}

const MINUTE_MS = 60_000;

/** The handlers of all background jobs. A handler of more than one call has its own file. */
export function jobHandlers(services: JobServices): JobHandler[] {
  const { mirrors, sweeper } = services;
  const { sender, follower, webhooks } = services.delivery;
  const removing = (kind: string, minutes: number, remove: Removal, said: string): JobHandler => ({
    kind,
    everyMs: minutes * MINUTE_MS,
    run: async () => {
      const removed = await remove();
      if (Object.values(removed).some((count) => count > 0)) services.log.info(removed, said);
    },
  });
  return [
    { kind: 'mirror-pointers', everyMs: 15_000, run: () => mirrors.reconcile() },
    processAssets(services),
    fetchAssets(services),
    { kind: SEND_DEPLOYMENT, lane: 'deploy', run: ({ key, signal }) => sender.send(key, signal) },
    { kind: FOLLOW_TARGET, lane: 'deploy', run: ({ key, signal }) => follower.follow(key, signal) },
    // For deployments whose job was given up, and tests without an outcome.
    { kind: 'catch-up-deployments', everyMs: MINUTE_MS, run: () => sender.catchUp() },
    { kind: FAN_OUT_EVENTS, run: async ({ key, signal }) => void (await fanOutEvents(services, key, signal)) },
    { kind: DELIVER_WEBHOOK, lane: 'deliver', run: ({ key, signal }) => webhooks.deliver(key, signal) },
    catchUpWebhooks(services),
    // So that earlier keys can be retired.
    { kind: 'reseal-secrets', everyMs: 10 * MINUTE_MS, run: () => services.delivery.reseal() },
    expireRows(services),
    removing(
      'purge-entries',
      10,
      async () => ({ purged: await purgeTrash(services) }),
      'removed entries that were in the trash for 30 days',
    ),
    removing(
      'prune-versions',
      10,
      async () => ({ pruned: await pruneVersions(services) }),
      'removed automatic saves that later ones replace',
    ),
    { kind: 'tell-due', everyMs: 10 * MINUTE_MS, run: async () => void (await tellDue(services)) },
    mailDigests(services),
    mailAccountNews(services),
    { kind: 'sweep-snapshots', everyMs: 10 * MINUTE_MS, run: () => sweeper.run() },
    // Assets first, then the files that only they needed.
    removing(
      'sweep-media',
      60,
      async () => ({
        ...(await purgeAssets(services)),
        originals: await removeUnusedOriginals(services),
        served: await sweepServedFiles(services),
      }),
      'removed media that nothing needs',
    ),
    // Includes files that arrived after their upload ended: on S3, the URL still works.
    removing(
      'sweep-uploads',
      5,
      async () => ({ uploads: await giveUpUploads(services), strays: await removeStrays(services) }),
      'removed uploads that are over',
    ),
    ...renewals(services),
    rerenderAssets(services),
    {
      kind: 'archive-history',
      everyMs: 6 * 60 * MINUTE_MS,
      run: async ({ signal }) => {
        const archived = await archiveHistory(services, signal);
        if (archived > 0) services.log.info({ archived }, 'moved earlier history to storage');
      },
    },
    removeProjects(services),
    forgetPeople(services),
  ];
}

type Removal = () => Promise<Readonly<Record<string, number>>>;
