import type { Logger } from 'pino';
import { type GivingUpServices, giveUpUploads, removeStrays } from '../../media/sweeping/give-up-uploads.ts';
import type { JobHandler } from '../handler.ts';

/** Gives up uploads that weren't completed, and removes what arrived though its upload is over: on S3 its URL still works. */
export function sweepUploads(services: GivingUpServices & { readonly log: Logger }): JobHandler {
  return {
    kind: 'sweep-uploads',
    everyMs: 5 * 60_000,
    run: async () => {
      const swept = { uploads: await giveUpUploads(services), strays: await removeStrays(services) };
      if (swept.uploads + swept.strays > 0) services.log.info(swept, 'removed uploads that are over');
    },
  };
}
