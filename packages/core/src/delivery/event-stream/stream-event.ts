import type { Json } from '@stele/snapshot';
import { isReadable, type ReadableCollections } from '../../access/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import { type EventsOfNoun, INBOX_CHANGED } from '../../platform/events.store.ts';

/** An event of a project, as it's streamed. */
export interface StreamEvent {
  /** Identifies it: an event that is sent twice has the same id. */
  readonly id: string;
  readonly projectId: string;
  /** noun.past-participle */
  readonly type: string;
  readonly at: Date;
  /** When it was written, which may be after `at`. */
  readonly recordedAt: Date;
  readonly subjectId: string | null;
  /** Null for events that no one caused. */
  readonly actor: Actor | null;
  /** Versions, locales, snapshots; no values. */
  readonly data: Readonly<Record<string, Json>>;
}

/** Whether a reader gets an event. Tokens get none that are for people only; an inbox is one person's. */
export function isForReader(
  { type, subjectId, data }: StreamEvent,
  { personId, reads }: { readonly personId: string | null; readonly reads: ReadableCollections },
  { forPeopleOnly, aboutEntries }: EventsOfNoun,
): boolean {
  if (personId === null && forPeopleOnly) return false;
  if (type === INBOX_CHANGED) return subjectId === personId;
  return !aboutEntries || isReadable(reads, String(data.collection_key));
}
