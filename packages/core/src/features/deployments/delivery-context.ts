import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { GuardedClient } from '../../platform/outgoing/guarded-client.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { PlatformClient } from './platforms/platform-client.ts';

/** Services that requests to platforms, websites and webhooks need. */
export interface DeliveryContext {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly client: GuardedClient;
  readonly platforms: PlatformClient;
  readonly clock: Clock;
  readonly log: Logger;
}
