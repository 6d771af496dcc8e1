import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import { type CommentPlace, placeOf, type Thread } from './comments-context.ts';
import { selectedIn } from './text-anchor.ts';

/** The panel as it's open: at a place, at a thread, or with all comments. */
export interface OpenComments {
  readonly place: CommentPlace | null;
  readonly threadId: string | null;
}

const NONE: readonly Thread[] = [];

/** The open threads of an entry, and the panel with them. Ctrl or ⌘ with Alt and M opens it at the field that has the focus. */
export function useComments(form: EntryForm, locale: string, root: RefObject<HTMLElement | null>, first?: string) {
  const { project } = useProject();
  const { entryId, collection } = form;
  const trpc = useTRPC();
  const [open, setOpen] = useState<OpenComments | null>(first === undefined ? null : { place: null, threadId: first });
  const query = useQuery(trpc.comments.list.queryOptions({ projectId: project.id, entryId, limit: 100 }));
  const threads = query.data?.data ?? NONE;
  const openAt = useCallback((place: CommentPlace | null) => setOpen({ place, threadId: null }), []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || !event.altKey || event.code !== 'KeyM') return;
      const at = document.activeElement;
      if (at && at !== document.body && !root.current?.contains(at)) return;
      event.preventDefault();
      const field = at?.closest<HTMLElement>('[data-field-path]');
      const { fieldPath: path, fieldLocale } = field?.dataset ?? {};
      if (!field || path === undefined) openAt(null);
      else openAt({ ...placeOf(collection, fieldLocale ?? locale, path), anchor: selectedIn(field) });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, collection, locale, openAt]);
  const commenting = useMemo(() => ({ threads, open: openAt }), [threads, openAt]);
  return { commenting, open, openAt, close: useCallback(() => setOpen(null), []) };
}
