import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/open-database.ts';

/** The Idempotency-Key of a running verb. */
export interface PendingAnswer {
  readonly scope: string;
  readonly key: string;
  /** Identifies the request that holds the key. */
  readonly owner: string;
  /** Set when the answer was stored together with the verb's writes. */
  stored: boolean;
}

/** The part of a request's context that every write needs: author, time, and where to store the answer. */
export interface WriteContext {
  readonly services: { readonly database: Database; readonly clock: Clock };
  readonly requestId: string;
  readonly actor: Actor;
  readonly project?: { readonly id: string };
  /** Set while a verb runs for a request with an Idempotency-Key. */
  readonly idempotency: PendingAnswer | null;
  /** The declared status, and headers that a verb sets; used by REST only. */
  readonly response: { readonly status: number; readonly headers: ReadonlyMap<string, string> };
}
