import type { Logger } from 'pino';
import type { DeliveryContext } from '../features/deployments/delivery-context.ts';
import { Follower } from '../features/deployments/following/follower.ts';
import { PlatformClient } from '../features/deployments/platforms/platform-client.ts';
import { Sender } from '../features/deployments/sending/sender.ts';
import { WebhookSender } from '../features/webhooks/sending/webhook-sender.ts';
import type { Database } from '../platform/database/open-database.ts';
import { GuardedClient, type GuardedClientOptions } from '../platform/outgoing/guarded-client.ts';
import { SecretBox } from '../platform/secret-box.ts';
import { resealSecrets } from './reseal.store.ts';

/** How requests to platforms and websites are sent. */
export interface DeliveryOptions {
  /** Whether this machine and private networks may be requested. By default they may not. */
  readonly allowsPrivateTargets?: boolean;
  /** Decides by IP address instead of that rule. */
  readonly mayRequest?: GuardedClientOptions['mayRequest'];
  /** Resolves host names; by default the system's resolver. */
  readonly lookup?: GuardedClientOptions['lookup'];
  /** Origin of a platform → the origin to use instead, for tests. */
  readonly origins?: Readonly<Record<string, string>>;
}

type DeliveryDependencies = Pick<DeliveryContext, 'database' | 'clock' | 'log'> & { readonly encryptionKeys: string };

/** All requests to platforms, websites and webhooks. */
export class Delivery {
  readonly secrets: SecretBox;
  readonly client: GuardedClient;
  readonly allowsPrivateTargets: boolean;
  readonly sender: Sender;
  readonly follower: Follower;
  readonly webhooks: WebhookSender;
  readonly #database: Database;
  readonly #log: Logger;

  constructor({ encryptionKeys, ...deps }: DeliveryDependencies, options: DeliveryOptions = {}) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.allowsPrivateTargets = options.allowsPrivateTargets ?? false;
    this.secrets = new SecretBox(encryptionKeys);
    this.client = new GuardedClient({
      allowedBy: 'STELE_ALLOW_PRIVATE_TARGETS',
      ...(this.allowsPrivateTargets && { mayRequest: () => true }),
      ...(options.mayRequest && { mayRequest: options.mayRequest }),
      ...(options.lookup && { lookup: options.lookup }),
    });
    const platforms = new PlatformClient(this.client, options.origins);
    const common = { ...deps, secrets: this.secrets, client: this.client, platforms };
    this.sender = new Sender(common);
    this.follower = new Follower(common);
    this.webhooks = new WebhookSender(common);
    if (this.allowsPrivateTargets) {
      deps.log.warn(
        'STELE_ALLOW_PRIVATE_TARGETS is set: owners of projects can make the API send requests to private addresses',
      );
    }
  }

  /** Encrypts with the newest key what earlier keys encrypted. */
  reseal(): Promise<void> {
    return resealSecrets(this.#database.pool, this.secrets, (id, err) => {
      this.#log.warn({ err, id }, 'the secrets of a deploy target or a webhook cannot be opened; enter them again');
    });
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.client.close();
  }
}
