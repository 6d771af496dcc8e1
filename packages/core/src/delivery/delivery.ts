import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import { GuardedClient, type GuardedClientOptions } from '../platform/outgoing/guarded-client.ts';
import { SecretBox } from '../platform/secret-box.ts';
import { Follower } from './following/follower.ts';
import { PlatformClient } from './platforms/platform-client.ts';
import { Sender } from './sending/sender.ts';
import { resealTargets } from './target.store.ts';
import { resealWebhooks } from './webhooks/webhook.store.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

/** How requests leave for platforms and websites. */
export interface DeliveryOptions {
  /** Whether addresses of this machine and of private networks may be asked; they may not unless given. */
  readonly allowsPrivateTargets?: boolean;
  /** Which addresses may be asked, in place of those. */
  readonly mayAsk?: GuardedClientOptions['mayAsk'];
  /** Resolves names; the system does unless given. */
  readonly lookup?: GuardedClientOptions['lookup'];
  /** Other addresses for platforms, by theirs; none unless given. */
  readonly origins?: Readonly<Record<string, string>>;
}

interface DeliveryDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly encryptionKeys: string;
}

/** Everything that goes out to build websites and to tell webhooks, and what is known of it. */
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
      ...(this.allowsPrivateTargets && { mayAsk: () => true }),
      ...(options.mayAsk && { mayAsk: options.mayAsk }),
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

  /** Seals what earlier keys sealed with the newest one. */
  async reseal(): Promise<void> {
    const unopened = (id: string, err: unknown): void => {
      this.#log.warn({ err, id }, 'the secrets of a deploy target or a webhook cannot be opened; enter them again');
    };
    for (const reseal of [resealTargets, resealWebhooks]) {
      for (let after: string | null = ''; after !== null; ) {
        after = await reseal(this.#database.pool, this.secrets, after, unopened);
      }
    }
  }

  /** Gives up the connections that are open. */
  close(): Promise<void> {
    return this.client.close();
  }
}
