import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A tile, and how far it was from the top of the window. */
interface TilePosition {
  readonly index: number;
  readonly top: number;
  readonly scrolled: number;
  readonly columns: number;
}

interface Wall {
  /** The file whose details are open. */
  readonly openId: string | null;
  readonly indexOf: (id: string) => number;
  readonly columns: number;
  readonly rowHeight: number;
  /** Whether the wall is as high as its rows are now. */
  readonly isMeasured: boolean;
}

/**
 * Keeps a file where it is in the window when its details open or close beside the wall, which then has other columns, and so each
 * file in another row.
 */
export function useKeptScroll(wall: RefObject<HTMLElement | null>, of: Wall): void {
  const { openId, indexOf, columns, rowHeight, isMeasured } = of;
  const before = useRef(openId);
  const place = useRef<TilePosition | null>(null);
  // Read while rendering: once it's drawn, the details have made what's above the wall higher, too.
  if (openId !== before.current) {
    const index = indexOf(openId ?? before.current ?? '');
    const top = wall.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect().top;
    place.current = top === undefined ? null : { index, top, scrolled: window.scrollY, columns };
    before.current = openId;
  }
  useLayoutEffect(() => {
    const kept = place.current;
    if (!kept || kept.columns === columns || !isMeasured || !wall.current) return;
    place.current = null;
    // Who has scrolled far since looks at something else. Browsers scroll a little, too, when what's above becomes higher.
    if (Math.abs(window.scrollY - kept.scrolled) > window.innerHeight) return;
    const now = wall.current.getBoundingClientRect().top + Math.floor(kept.index / columns) * rowHeight;
    window.scrollBy({ top: now - kept.top, behavior: 'instant' });
  });
}
