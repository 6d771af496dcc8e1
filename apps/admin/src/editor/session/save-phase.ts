import type { ApiFailure } from '@/api/errors.ts';
import type { Merged } from '@/values/values.ts';

/** Conflicts to decide, and the values to merge mine with once they're decided. */
export type OpenConflict = Omit<Merged, 'values'>;

/** State of saving, with what is known in that state alone. */
export type SavePhase =
  | { readonly state: 'saved' | 'waiting' | 'saving' }
  | { readonly state: 'offline'; readonly failure: ApiFailure; readonly retryAt: number }
  | ({ readonly state: 'conflict' } & OpenConflict)
  | { readonly state: 'refused'; readonly failure: ApiFailure | null };

export type SaveState = SavePhase['state'];

/** Events of a session. */
export type SaveEvent =
  | { readonly type: 'typed' | 'sent' | 'stored' | 'settled' | 'chosen' }
  /** `retryAt` in milliseconds since 1970. */
  | { readonly type: 'unreachable'; readonly failure: ApiFailure; readonly retryAt: number }
  | { readonly type: 'collided'; readonly asked: OpenConflict }
  | { readonly type: 'refused'; readonly failure: ApiFailure | null };

/** The state that an event leads to. Other events change nothing: a conflict ends only when a person has chosen. */
const NEXT: Readonly<Record<SaveState, Readonly<Partial<Record<SaveEvent['type'], SaveState>>>>> = {
  saved: { typed: 'waiting', settled: 'saved', refused: 'refused', collided: 'conflict' },
  waiting: { typed: 'waiting', sent: 'saving', settled: 'saved', refused: 'refused', collided: 'conflict' },
  saving: {
    stored: 'waiting',
    settled: 'saved',
    unreachable: 'offline',
    refused: 'refused',
    collided: 'conflict',
  },
  offline: { sent: 'saving', settled: 'saved', refused: 'refused', collided: 'conflict' },
  conflict: { chosen: 'waiting', collided: 'conflict' },
  refused: { typed: 'waiting', sent: 'saving', settled: 'saved', refused: 'refused', collided: 'conflict' },
};

/** Whether something may be sent in a state. */
export function maySend({ state }: SavePhase): boolean {
  return NEXT[state].sent !== undefined;
}

/** The state after an event. */
export function nextPhase(phase: SavePhase, event: SaveEvent): SavePhase {
  const state = NEXT[phase.state][event.type];
  if (state === undefined) return phase;
  switch (event.type) {
    case 'unreachable':
      return { state: 'offline', failure: event.failure, retryAt: event.retryAt };
    case 'collided':
      return { state: 'conflict', ...event.asked };
    case 'refused':
      return { state: 'refused', failure: event.failure };
    default:
      return { state } as SavePhase;
  }
}
