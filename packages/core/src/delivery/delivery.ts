import type { Logger } from 'pino';
import { GuardedClient, type GuardedClientOptions } from '../platform/outgoing/guarded-client.ts';
import { SecretBox } from '../platform/secret-box.ts';

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

interface DeliveryDependencies {
  readonly log: Logger;
  readonly encryptionKeys: string;
}

/** The client of all requests to platforms, websites and webhooks, and the box of the secrets that they need. */
export class Delivery {
  readonly secrets: SecretBox;
  readonly client: GuardedClient;
  readonly allowsPrivateTargets: boolean;
  readonly origins: NonNullable<DeliveryOptions['origins']>;

  constructor({ encryptionKeys, log }: DeliveryDependencies, options: DeliveryOptions = {}) {
    this.allowsPrivateTargets = options.allowsPrivateTargets ?? false;
    this.secrets = new SecretBox(encryptionKeys);
    this.client = new GuardedClient({
      allowedBy: 'STELE_ALLOW_PRIVATE_TARGETS',
      ...(this.allowsPrivateTargets && { mayRequest: () => true }),
      ...(options.mayRequest && { mayRequest: options.mayRequest }),
      ...(options.lookup && { lookup: options.lookup }),
    });
    this.origins = options.origins ?? {};
    if (this.allowsPrivateTargets) {
      log.warn(
        'STELE_ALLOW_PRIVATE_TARGETS is set: owners of projects can make the API send requests to private addresses',
      );
    }
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.client.close();
  }
}
