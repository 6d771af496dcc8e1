import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import type { Auth } from './auth/better-auth.ts';
import type { TokenLookup } from './auth/token-lookup.ts';
import type { TokenUsage } from './auth/token-usage.ts';
import type { Clock } from './clock.ts';
import type { Schemas } from './content/schemas.ts';
import type { SearchIndex } from './content/search-index.ts';
import type { Database } from './database/open-database.ts';
import type { Cleanup } from './jobs/cleanup.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { PointerMirrors } from './publishing/pointer-mirrors.ts';
import type { Publisher } from './publishing/publisher.ts';
import type { Restorations } from './publishing/restoration/restorations.ts';
import type { SnapshotObjects } from './publishing/snapshot-objects.ts';
import type { Sweeper } from './publishing/sweep/sweep.ts';

/** Addresses and secrets that verbs need; all of it comes from the app's validated environment. */
export interface CoreSettings {
  /** Address of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly adminUrl: string;
  /** {content_url} of the HTTP contract, without a trailing slash. */
  readonly contentUrl: string;
  /** Signs session cookies; at least 32 characters. */
  readonly authSecret: string;
  /** Shared with the admin, which tells with it whom it speaks for; null when nobody is believed. */
  readonly proxySecret: string | null;
}

/** Everything that lives as long as the process and is shared by all requests. */
export interface Services {
  readonly settings: CoreSettings;
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Logger;
  readonly auth: Auth;
  readonly tokens: TokenLookup;
  readonly tokenUsage: TokenUsage;
  readonly schemas: Schemas;
  readonly cleanup: Cleanup;
  readonly sweeper: Sweeper;
  readonly objects: SnapshotObjects;
  readonly publisher: Publisher;
  readonly restorations: Restorations;
  readonly searchIndex: SearchIndex;
  readonly mirrors: PointerMirrors;
  /** The OpenAPI document of the router, made once. */
  readonly openApiDocument: () => Record<string, unknown>;
}
