import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '@/ui/listeners.ts';
import type { Thread } from './comments-context.ts';
import type { Chosen } from './mentions.ts';
import type { TextAnchor } from './text-anchor.ts';

/** A comment that isn't sent yet. */
interface Unsent {
  readonly text: string;
  readonly chosen: Chosen;
  /** The words that it's about. */
  readonly anchor: TextAnchor | null;
  /** Where it's typed; null for what begins a thread. */
  readonly within: WithinThread | null;
}

/** A thread in which something is typed, as it was then. */
export interface WithinThread {
  readonly entryId: string;
  readonly thread: Thread;
}

/** By the name of its place: closing the panel loses nothing. */
const kept = new Map<string, Unsent>();
const listeners = new Listeners();
/** The same array while words are typed in the same threads. */
let places: readonly WithinThread[] = [];

/** Names a place in an entry. The words are no part of it: they change with the text around them. */
export function unsentName(entryId: string, locale: string | null, path: string | null): string {
  return JSON.stringify([entryId, locale, path]);
}

/** Names the place where a comment is changed. */
export function editName(commentId: string): string {
  return `edit ${commentId}`;
}

export function unsentAt(name: string): Unsent | undefined {
  return kept.get(name);
}

export function useUnsent(name: string): Unsent | undefined {
  const read = useCallback(() => unsentAt(name), [name]);
  return useSyncExternalStore(listeners.subscribe, read, read);
}

/** The threads of all entries in which something was typed and isn't sent. */
export function useUnsentThreads(): readonly WithinThread[] {
  return useSyncExternalStore(listeners.subscribe, readPlaces, readPlaces);
}

function readPlaces(): readonly WithinThread[] {
  return places;
}

/** Keeps what was typed at a place; null lets go of it. */
export function keepUnsent(name: string, unsent: Unsent | null): void {
  const before = kept.get(name)?.within?.thread.id;
  if (unsent) kept.set(name, unsent);
  else kept.delete(name);
  if (before !== unsent?.within?.thread.id) {
    const all = [...kept.values()].flatMap(({ within }) => within ?? []);
    places = [...new Map(all.map((within) => [within.thread.id, within])).values()];
  }
  listeners.notify();
}
