import { useSyncExternalStore } from 'react';
import { Listeners } from '@/ui/listeners.ts';
import { recall, remember } from '@/ui/remember.ts';

const listeners = new Listeners();
const keyOf = (projectId: string): string => `stele:translation-run:${projectId}`;

/** Shows how far a run of translations is, in this browser and also after a reload; null shows none. */
export function followRun(projectId: string, runId: string | null): void {
  remember(keyOf(projectId), runId ?? '');
  listeners.notify();
}

/** The run of a project that is shown; null when there's none. */
export function useFollowedRun(projectId: string): string | null {
  const read = (): string | null => recall(keyOf(projectId)) || null;
  return useSyncExternalStore(listeners.subscribe, read, () => null);
}
