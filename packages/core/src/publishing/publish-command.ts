import type { Admitted } from '../access/authorize.ts';
import type { PendingAnswer } from '../platform/write-context.ts';
import type { Change } from './changes/change.ts';
import type { Planned } from './changes/interpretation.ts';
import type { ChangedEntries } from './model.ts';

/** What came of a change: it's live, or there was nothing to change. */
export interface Outcome extends Pick<Planned, 'refused' | 'warnings'> {
  /** Ids of the entries that changed, with the locales in which something else is live by now. */
  readonly changed: ReadonlyMap<string, readonly string[]>;
  /** The entries with the change applied. */
  readonly entries: ChangedEntries;
  /** Time of the snapshot that holds the change; null when published content stays as it is. */
  readonly publishedAt: Date | null;
}

/** A change that waits for its turn. It's carried out whole or not at all. */
export interface PublishCommand<Answer = unknown> extends Admitted {
  readonly projectId: string;
  readonly change: Change;
  readonly requestId: string;
  readonly idempotency: PendingAnswer | null;
  /** The answer for the caller; it's kept for an Idempotency-Key in the transaction of the change. */
  answer(outcome: Outcome): Answer;
}
