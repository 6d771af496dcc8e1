import type { Logger } from 'pino';
import type { Delivery } from '../../delivery/delivery.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { perProcess } from '../../platform/per-process.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { Follower } from './following/follower.ts';
import { PlatformClient } from './platforms/platform-client.ts';
import { Sender } from './sending/sender.ts';

interface Needed {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly delivery: Pick<Delivery, 'client' | 'secrets' | 'origins'>;
}

const contextOf = ({ database, clock, log, delivery: { client, secrets, origins } }: Needed): DeliveryContext => ({
  database,
  clock,
  log,
  client,
  secrets,
  platforms: new PlatformClient(client, origins),
});

/** Triggers builds. */
export const senderOf = perProcess((services: Needed) => new Sender(contextOf(services)));
/** Follows builds. */
export const followerOf = perProcess((services: Needed) => new Follower(contextOf(services)));
