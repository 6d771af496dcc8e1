import type { Json } from '@stele/schema';
import type { SessionFacts } from '../session/session-view.ts';

/** The keeper of a form's values: an entry's editing session, or a value on its own. */
export interface FormSession {
  /** @returns a function that removes the listener */
  subscribe(listener: () => void): () => void;
  view(): Pick<SessionFacts, 'values' | 'unread' | 'errors'>;
  set(locales: readonly string[], field: string, value: Json | undefined): void;
  setUnread(place: string, text: string | null): void;
  moveUnread(rename: (place: string) => string | null): void;
}
