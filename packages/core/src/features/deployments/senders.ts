import type { Services } from '../../domains/services.ts';
import { perProcess } from '../../platform/per-process.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { Follower } from './following/follower.ts';
import { PlatformClient } from './platforms/platform-client.ts';
import { Sender } from './sending/sender.ts';

function contextOf({ database, clock, log, delivery: { client, secrets, origins } }: Services): DeliveryContext {
  return { database, clock, log, client, secrets, platforms: new PlatformClient(client, origins) };
}

/** Triggers builds. */
export const senderOf = perProcess((services: Services) => new Sender(contextOf(services)));
/** Follows builds. */
export const followerOf = perProcess((services: Services) => new Follower(contextOf(services)));
