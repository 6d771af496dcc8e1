import type { Logger } from 'pino';
import type { GivingUpServices } from '../../media/sweeping/give-up-uploads.ts';
import { purgeAssets } from '../../media/sweeping/purge-assets.ts';
import { removeUnusedOriginals } from '../../media/sweeping/remove-unused-originals.ts';
import { sweepServedFiles } from '../../media/sweeping/sweep-served-files.ts';
import type { JobHandler } from '../handler.ts';

/**
 * Removes assets whose time in the trash is over and earlier files whose time is over, and then the files in storage that
 * nothing needs any more.
 */
export function sweepMedia(services: GivingUpServices & { readonly log: Logger }): JobHandler {
  return {
    kind: 'sweep-media',
    everyMs: 60 * 60_000,
    run: async () => {
      const swept = {
        ...(await purgeAssets(services)),
        originals: await removeUnusedOriginals(services),
        served: await sweepServedFiles(services),
      };
      if (Object.values(swept).some((count) => count > 0)) services.log.info(swept, 'removed media that nothing needs');
    },
  };
}
