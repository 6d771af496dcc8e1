/** Which events a webhook gets. */
export interface WebhookFilter {
  readonly events: readonly string[];
  /** Limit events about entries to these collections and locales; an empty list allows all. */
  readonly collections: readonly string[];
  readonly locales: readonly string[];
}

/** Why a webhook is disabled. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing';

/** A webhook with everything that its requests need. */
export interface WebhookRecord extends WebhookFilter {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly url: string;
  readonly includeValues: boolean;
  /** The secrets that sign its messages, newest first. */
  readonly secrets: readonly string[];
  /** Why messages can't be signed; null when they can. */
  readonly unsignable: string | null;
  readonly status: 'active' | 'disabled';
  readonly failingSince: Date | null;
  /** The end of the pause of a failing webhook. */
  readonly notBefore: Date | null;
}

/** A request and its outcome. */
export interface DeliveryAttempt {
  /** When it was sent. */
  readonly at: string;
  readonly url: string;
  readonly duration_ms: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer's body. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** A message that waits to be delivered. */
export interface PendingDelivery {
  readonly id: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** Attempts since its delivery was last requested. */
  readonly tried: number;
}

/** How long the previous secret still signs after a new one was made. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000;
/** The most webhooks of a project. */
export const MAX_WEBHOOKS = 20;
