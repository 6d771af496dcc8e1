import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { EntryForm } from '../form/form-context.tsx';
import { type CommentSubject, placeOf } from './comments-context.ts';
import { selectedIn } from './text-anchor.ts';
import { useThreads } from './use-threads.ts';

/** The panel as it's open: at a place, at a thread, or with all comments. */
export interface OpenComments {
  readonly place: CommentSubject | null;
  readonly threadId: string | null;
}

/** The open threads of an entry, and the panel with them. Ctrl or ⌘ with Shift and M opens it at the field that has the focus. */
export function useComments(form: EntryForm, locale: string, root: RefObject<HTMLElement | null>, first?: string) {
  const { entryId } = form;
  const [open, setOpen] = useState<OpenComments | null>(first === undefined ? null : { place: null, threadId: first });
  // All of them: fields show how many they have.
  const { threads } = useThreads(entryId, 'open', true);
  const openAt = useCallback((place: CommentSubject | null) => setOpen({ place, threadId: null }), []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || !event.shiftKey || event.altKey || event.defaultPrevented) return;
      // On keyboards where AltGr counts as Ctrl and Alt, it prints.
      if (event.key.toLowerCase() !== 'm' || event.getModifierState('AltGraph')) return;
      const at = focusOrSelection();
      if (at && !root.current?.contains(at)) return;
      event.preventDefault();
      const field = at?.closest<HTMLElement>('[data-field-path]');
      const { fieldPath: path, fieldLocale } = field?.dataset ?? {};
      if (!field || path === undefined) openAt(null);
      else openAt({ ...placeOf(form, fieldLocale ?? locale, path), anchor: selectedIn(field) });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, form, locale, openAt]);
  const commenting = useMemo(() => ({ threads, open: openAt }), [threads, openAt]);
  return { commenting, open, openAt, close: useCallback(() => setOpen(null), []) };
}

/** Where the focus is, or when it's nowhere, as in a text that can't be changed, what is selected. */
function focusOrSelection(): Element | null {
  const { activeElement: focused, body } = document;
  if (focused && focused !== body) return focused;
  const node = getSelection()?.anchorNode ?? null;
  const at = node instanceof Element ? node : (node?.parentElement ?? null);
  return at?.closest('[data-field-path]') ?? null;
}
