import type { FieldError } from '@/api/errors.ts';
import type { Values } from '@/values/values.ts';
import type { SavePhase } from './save-phase.ts';

/** An entry's draft as the server has it. */
export interface SavedDraft {
  readonly version: number;
  readonly values: Values;
}

/** Facts about a session in every state of saving. */
export interface SessionFacts {
  readonly values: Values;
  readonly version: number;
  /** Errors of fields that still hold the value that the server refused. */
  readonly errors: readonly FieldError[];
  /** Texts that can't be read as a value yet, by their places; while there are any, not all is saved. */
  readonly unread: Readonly<Record<string, string>>;
}

/** All that a screen shows of a session; a new object after each change. */
export type SessionView = SessionFacts & SavePhase;

/** A save under way. */
export interface Sent {
  readonly values: Values;
  /** The values that were given up, when the save is to keep these as a version. */
  readonly given: Values | null;
}

/** Texts by their places after rows of a list moved. @param rename null for a place that went */
export function renamedPaths(
  unread: SessionFacts['unread'],
  rename: (place: string) => string | null,
): SessionFacts['unread'] {
  const moved = Object.entries(unread).flatMap(([place, text]) => {
    const to = rename(place);
    return to === null ? [] : [[to, text] as const];
  });
  return Object.fromEntries(moved);
}
