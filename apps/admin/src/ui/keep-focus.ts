import { useCallback, useRef } from 'react';

/**
 * Lets a closing menu or dialog return the focus to its trigger, unless something else has the focus by now, such as the field
 * that a problem led to.
 */
export function keepFocus(event: Event): void {
  const at = document.activeElement;
  if (at && at !== document.body) event.preventDefault();
}

/**
 * The same for dialogs that no trigger belongs to: they give the focus back to what had it when they opened.
 *
 * @returns to be called when the dialog gives up the focus
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const wasOpen = useRef(false);
  const from = useRef<Element | null>(null);
  // Read while rendering: effects of the dialog's own content take the focus before effects here run.
  if (open && !wasOpen.current && typeof document !== 'undefined') from.current = document.activeElement;
  wasOpen.current = open;
  return useCallback((event: Event) => {
    event.preventDefault();
    const at = document.activeElement;
    if ((!at || at === document.body) && from.current) standIn(from.current)?.focus();
  }, []);
}

/** Focuses an element by its id, after the next drawing: for changes that remove the focused element. */
export function focusDrawn(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** An element, or the one that has its id by now: a choice may replace the button that opened it. */
function standIn(element: Element): HTMLElement | null {
  const now = element.isConnected || element.id === '' ? element : document.getElementById(element.id);
  return now instanceof HTMLElement ? now : null;
}
