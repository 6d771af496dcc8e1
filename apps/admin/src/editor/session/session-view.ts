import type { Values } from '@/values/values.ts';
import type { ApiFailure, FieldError } from '../../api/errors.ts';
import type { Conflict } from './conflicts.ts';

/** How it stands with what was typed. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused';

/** An entry's draft as the server has it. */
export interface SavedDraft {
  readonly version: number;
  readonly values: Values;
}

/** All that a screen shows of a session; a new object after each change. */
export interface SessionView {
  readonly values: Values;
  readonly state: SaveState;
  readonly version: number;
  /** What the server said of fields that it refused and that still hold what it refused. */
  readonly errors: readonly FieldError[];
  /** Why not all is saved; null while all is well. */
  readonly failure: ApiFailure | null;
  /** When it's tried again, in milliseconds since 1970; null when it isn't. */
  readonly retryAt: number | null;
  readonly conflicts: readonly Conflict[];
  /** Texts that can't be read as a value yet, by their places; while there are any, not all is saved. */
  readonly unread: Readonly<Record<string, string>>;
}
