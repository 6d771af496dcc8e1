import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '@/ui/listeners.ts';
import type { Chosen } from './mentions.ts';
import type { TextAnchor } from './text-anchor.ts';

/** What was typed and isn't sent yet. */
interface Unsent {
  readonly text: string;
  readonly chosen: Chosen;
  /** The words that it's about. */
  readonly anchor: TextAnchor | null;
}

/** By the name of its place: closing the panel loses nothing. */
const kept = new Map<string, Unsent>();
const listeners = new Listeners();

/** Names a place in an entry. The words are no part of it: they change with the text around them. */
export function unsentName(entryId: string, locale: string | null, path: string | null): string {
  return JSON.stringify([entryId, locale, path]);
}

export function unsentAt(name: string): Unsent | undefined {
  return kept.get(name);
}

export function useUnsent(name: string): Unsent | undefined {
  const read = useCallback(() => unsentAt(name), [name]);
  return useSyncExternalStore(listeners.subscribe, read, read);
}

/** Keeps what was typed at a place; null lets go of it. */
export function keepUnsent(name: string, unsent: Unsent | null): void {
  if (unsent) kept.set(name, unsent);
  else kept.delete(name);
  listeners.notify();
}
