import { FAN_OUT_EVENTS, fanOutEvents } from '../../delivery/webhooks/fan-out.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { JobHandler } from '../handler.ts';

/** Writes messages to webhooks of what happened in a project. */
export function fanOut(services: { readonly database: Database; readonly clock: Clock }): JobHandler {
  return {
    kind: FAN_OUT_EVENTS,
    run: async ({ key, signal }) => {
      await fanOutEvents(services, key, signal);
    },
  };
}
