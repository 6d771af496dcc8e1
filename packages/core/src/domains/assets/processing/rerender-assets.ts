import type { Logger } from 'pino';
import type { JobHandler } from '../../../jobs/handler.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type AssetChanger, RERENDER_ASSETS } from '../../../publishing/rerender/changed-assets.store.ts';
import { type RerenderServices, rerenderChanged } from '../../../publishing/rerender/rerender-changed.ts';

/** Updates published content after changes of assets. Never given up, since the site would stay outdated. */
export const rerenderAssets: JobHandler<RerenderServices & { readonly log: Logger }> = {
  kind: RERENDER_ASSETS,
  attempts: Number.POSITIVE_INFINITY,
  run: async ({ key, payload }, services) => {
    const entries = await rerenderChanged(services, key, changerOf(payload));
    if (entries > 0) services.log.info({ projectId: key, entries }, 'published content shows changed assets');
  },
};

function changerOf(payload: unknown): AssetChanger {
  const { actor = SYSTEM, request_id: requestId = '' } = (payload ?? {}) as Partial<{
    actor: AssetChanger['actor'];
    request_id: string;
  }>;
  return { actor, requestId };
}
