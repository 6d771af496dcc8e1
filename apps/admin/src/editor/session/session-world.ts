import type { FieldDocument, Json } from '@stele/schema';
import type { ApiFailure } from '@/api/errors.ts';
import type { Journal } from './journal.ts';
import type { SavedDraft } from './session-view.ts';

/** Dependencies of a session. */
export interface SessionWorld {
  /**
   * Changes fields of a base, merging the changes of others; null clears a field.
   *
   * @param isAutomatic whether the history may show it together with other automatic saves
   * @throws errors that `failureOf` can read
   */
  save(values: Record<string, Record<string, Json>>, baseVersion: number, isAutomatic: boolean): Promise<SavedDraft>;
  /** The fields of the entry's collection, as far as they're known. */
  fields(): readonly FieldDocument[];
  /** Reads the newest draft. */
  read(): Promise<SavedDraft>;
  /** Has controls pass on changes that they delay during typing. */
  collect(): void;
  failureOf(thrown: unknown): ApiFailure;
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after some milliseconds. @returns a function that cancels the call */
  later(ms: number, run: () => void): () => void;
}
