import { type RefObject, useEffect } from 'react';
import { type FieldPosition, peopleHere } from '@/api/people-here.ts';
import type { Inputs } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import { lastingPath } from '../form/lasting-path.ts';
import { Announcer } from './announcer.ts';

type Said = Inputs['entries']['announcePresence'];

/** A hidden tab counts as left after this time: people look something up and come back. */
const HIDDEN_MS = 10_000;

/** Tells others that an entry is open here, and in which field. @param root holds the entry's form */
export function useAnnounced({ entryId, store }: EntryForm, root: RefObject<HTMLElement | null>): void {
  const { project } = useProject();
  useEffect(() => {
    const tab = peopleHere.newTab();
    const place = (): FieldPosition | null => {
      const inner = document.activeElement?.closest<HTMLElement>('[data-field-path]');
      if (!inner || !root.current?.contains(inner)) return null;
      const { fieldPath: path = '', fieldLocale: locale = '' } = inner.dataset;
      return { path: lastingPath(store, locale, path), locale };
    };
    const announcer = new Announcer({
      send: (said) => void send({ projectId: project.id, entryId, tab, ...said }),
      place,
      now: () => performance.now(),
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const see = (): void => {
      clearTimeout(hiding);
      if (document.visibilityState === 'hidden') hiding = setTimeout(leave, HIDDEN_MS);
      else announcer.enter();
    };
    const leave = (): void => announcer.leave();
    let moving: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      announcer.moved();
      // Between `focusout` and `focusin`, the focus is nowhere.
      clearTimeout(moving);
      moving = setTimeout(() => peopleHere.setOwnPlace(entryId, place()));
    };
    see();
    document.addEventListener('focusin', moved);
    document.addEventListener('focusout', moved);
    document.addEventListener('visibilitychange', see);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', see);
    return () => {
      document.removeEventListener('focusin', moved);
      document.removeEventListener('focusout', moved);
      document.removeEventListener('visibilitychange', see);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', see);
      clearTimeout(hiding);
      clearTimeout(moving);
      leave();
      peopleHere.setOwnPlace(entryId, null);
    };
  }, [project.id, entryId, store, root]);
}

/** Sent also while the page is left, and without anyone being told when it fails: the next beat says it again. */
async function send(said: Said): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', keepalive: true, headers, body: JSON.stringify(said) };
  // A response that isn't read counts as one that is still on its way.
  await fetch('/trpc/entries.announcePresence', request)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
