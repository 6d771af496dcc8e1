import type { Json } from '@stele/schema';
import type { SessionFacts } from '../session/session-view.ts';

/** What a form needs of what keeps its values: an entry's editing session, or a value on its own. */
export interface FormSession {
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
  view(): Pick<SessionFacts, 'values' | 'unread' | 'errors'>;
  set(locales: readonly string[], field: string, value: Json | undefined): void;
  setUnread(place: string, text: string | null): void;
  moveUnread(rename: (place: string) => string | null): void;
}
