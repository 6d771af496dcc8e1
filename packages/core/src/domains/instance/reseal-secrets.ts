import type { JobHandler } from '../../jobs/handler.ts';
import { resealSecrets } from '../../platform/sealed-rows.store.ts';
import type { JobServices } from '../services.ts';

/** Encrypts with the newest key what earlier keys encrypted, so that these can be retired. */
export const resealAll: JobHandler<JobServices> = {
  kind: 'reseal-secrets',
  everyMs: 10 * 60_000,
  run: (_job, { database: { pool }, tables, delivery, log }) =>
    resealSecrets(pool, tables, delivery.secrets, (id, err) => {
      log.warn({ err, id }, 'the secrets of a deploy target or a webhook cannot be opened; enter them again');
    }),
};
