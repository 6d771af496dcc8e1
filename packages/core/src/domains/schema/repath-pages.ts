import type { JobHandler } from '../../jobs/handler.ts';
import { type Actor, SYSTEM } from '../../platform/actor.ts';
import { REPATH_PAGES, repathPages } from '../../publishing/paths/repath-pages.ts';

/** Puts pages where the schema says. It is never given up: live pages would stay at their old paths. */
export const repathPagesJob: JobHandler<Parameters<typeof repathPages>[0]> = {
  kind: REPATH_PAGES,
  attempts: Number.POSITIVE_INFINITY,
  run: async ({ key, payload }, services) => {
    const { actor = SYSTEM, request_id: requestId = '' } = (payload ?? {}) as { actor?: Actor; request_id?: string };
    await repathPages(services, key, { actor, requestId });
  },
};
