import type { Logger } from 'pino';
import { type GivingUpServices, giveUpUploads, removeStrays } from '../../media/sweeping/give-up-uploads.ts';
import { removeUnusedOriginals } from '../../media/sweeping/remove-unused-originals.ts';
import type { JobHandler } from '../handler.ts';

/** Gives up uploads that weren't completed, and removes files that no asset has. */
export function sweepUploads(services: GivingUpServices & { readonly log: Logger }): JobHandler {
  return {
    kind: 'sweep-uploads',
    everyMs: 60 * 60_000,
    run: async () => {
      const swept = {
        uploads: await giveUpUploads(services),
        strays: await removeStrays(services),
        originals: await removeUnusedOriginals(services),
      };
      if (Object.values(swept).some((count) => count > 0)) services.log.info(swept, 'removed files that nothing needs');
    },
  };
}
