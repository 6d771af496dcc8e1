import { useSyncExternalStore } from 'react';

/** From this width of the window on, the navigation is beside the list; in pixels, as all here. */
const WITH_NAVIGATION = 1024;
const NAVIGATION = 240;
/** Below this width, a list shows no columns. */
const WITH_COLUMNS = 640;
/** The edges of a list. */
const AROUND = 2 * 24 + 2;

/** The room for the columns of a list in rem; no end of it where none are shown. */
export function useListRoom(): number {
  return useSyncExternalStore(listen, room);
}

function listen(tell: () => void): () => void {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
}

function room(): number {
  const width = window.innerWidth;
  if (width < WITH_COLUMNS) return Number.POSITIVE_INFINITY;
  const page = document.documentElement;
  const rem = Number.parseFloat(getComputedStyle(page).fontSize);
  // Without the scroll bar.
  return (page.clientWidth - AROUND - (width < WITH_NAVIGATION ? 0 : NAVIGATION)) / rem;
}
