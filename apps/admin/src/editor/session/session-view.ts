import type { FieldError } from '@/api/errors.ts';
import type { Values } from '@/values/values.ts';
import type { SavePhase } from './save-phase.ts';

/** An entry's draft as the server has it. */
export interface SavedDraft {
  readonly version: number;
  readonly values: Values;
}

/** What a session knows in every state of saving. */
export interface SessionFacts {
  readonly values: Values;
  readonly version: number;
  /** What the server said of fields that it refused and that still hold what it refused. */
  readonly errors: readonly FieldError[];
  /** Texts that can't be read as a value yet, by their places; while there are any, not all is saved. */
  readonly unread: Readonly<Record<string, string>>;
}

/** All that a screen shows of a session; a new object after each change. */
export type SessionView = SessionFacts & SavePhase;
