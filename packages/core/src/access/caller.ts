import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import type { HeaderReader } from '../platform/header-reader.ts';
import type { Admission } from './admission.ts';
import type { Auth } from './better-auth.ts';
import type { TokenLookup } from './identity.store.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { Mailer, MailSettings } from './mailer.ts';
import type { OperatorOnly } from './operator-only.ts';
import type { Grants } from './permissions.ts';
import type { SingleSignOn } from './providers/single-sign-on.ts';
import type { TokenUsage } from './token-usage.ts';

/** URLs and secrets that verbs need, from the validated environment of the app. */
export interface CoreSettings {
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly adminUrl: string;
  /** URL of the content host, without a trailing slash. */
  readonly contentUrl: string;
  /** Signs session cookies; at least 32 characters. */
  readonly authSecret: string;
  /** Keys that seal secrets in the database, newest first, as `STELE_ENCRYPTION_KEYS` gives them. */
  readonly encryptionKeys: string;
  /** The admin signs the IP addresses of its clients with it; null when such addresses aren't trusted. */
  readonly proxySecret: string | null;
  /** Credential for the routes of operators, such as metrics; without it they don't exist. */
  readonly operatorSecret?: string | null;
  /** Actions left to operators; none by default. */
  readonly operatorOnly?: OperatorOnly;
  /** How many days new project tokens live at most; without it, they may live for ever. */
  readonly tokenDays?: number | null;
  /** How mail is sent; without it, no mail is sent. */
  readonly mail?: MailSettings | null;
}

/** The services that recognise callers. */
export interface AccessServices {
  readonly settings: CoreSettings;
  readonly database: Database;
  readonly limiter: RateLimiter;
  /** Bounds the requests that this process works on at a time. */
  readonly admission: Admission;
  readonly clock: Clock;
  readonly auth: () => Promise<Auth>;
  readonly grants: Grants;
  readonly tokens: TokenLookup;
  readonly tokenUsage: TokenUsage;
  /** Null without providers. */
  readonly singleSignOn: SingleSignOn | null;
  /** Null when the instance sends no mail. */
  readonly mailer: Mailer | null;
}

/** A request whose sender isn't recognised yet. */
export interface Caller {
  readonly services: AccessServices;
  readonly transport: 'rest' | 'trpc';
  readonly method: string;
  readonly headers: HeaderReader;
}
