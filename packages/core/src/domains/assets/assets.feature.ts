import { removing } from '../../jobs/handler.ts';
import { assetActions, assetEvents } from '../../media/asset.names.ts';
import { giveUpUploads, removeStrays } from '../../media/sweeping/give-up-uploads.ts';
import { purgeAssets } from '../../media/sweeping/purge-assets.ts';
import { removeUnusedOriginals } from '../../media/sweeping/remove-unused-originals.ts';
import { sweepServedFiles } from '../../media/sweeping/sweep-served-files.ts';
import { feature } from '../feature.ts';
import { assetErrors, assetLimits } from './assets.names.ts';
import { assetsRouter } from './assets.router.ts';
import { fetchAssets } from './processing/fetch-assets.ts';
import { processAssets } from './processing/process-assets.ts';
import { rerenderAssets } from './processing/rerender-assets.ts';

const MINUTE_MS = 60_000;

export const assetsFeature = feature({
  name: 'assets',
  operations: assetsRouter,
  tag: 'Assets',
  about: 'Pictures and other files, and their folders.',
  limits: assetLimits,
  errors: assetErrors,
  audit: assetActions,
  eventsOf: { asset: { subject: 'asset_id' } },
  events: assetEvents,
  jobs: [
    processAssets,
    fetchAssets,
    rerenderAssets,
    // Assets first, then the files that only they needed.
    removing(
      'sweep-media',
      60 * MINUTE_MS,
      async (services) => ({
        ...(await purgeAssets(services)),
        originals: await removeUnusedOriginals(services),
        served: await sweepServedFiles(services),
      }),
      'removed media that nothing needs',
    ),
    // Includes files that arrived after their upload ended: on S3, the URL still works.
    removing(
      'sweep-uploads',
      5 * MINUTE_MS,
      async (services) => ({ uploads: await giveUpUploads(services), strays: await removeStrays(services) }),
      'removed uploads that are over',
    ),
  ],
});
