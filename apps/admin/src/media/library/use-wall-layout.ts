import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const GAP = 12;
const TILE = 150;
const CAPTION = 54;
const LINE = 56;

/** Which rows of a wall are in sight, and how many files each has. */
export function useWallLayout(wall: RefObject<HTMLElement | null>, count: number, isLines: boolean) {
  const [width, setWidth] = useState(0);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = wall.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [wall]);
  // Elements above come and go: uploads, folders.
  useLayoutEffect(() => {
    const element = wall.current;
    if (!element) return;
    const now = Math.round(element.getBoundingClientRect().top + window.scrollY);
    if (Math.abs(now - top) > 1) setTop(now);
  });
  const columns = isLines ? 1 : Math.max(2, Math.floor((width + GAP) / (TILE + GAP)));
  const tile = (width - GAP * (columns - 1)) / columns;
  const rowHeight = isLines ? LINE : Math.round(tile + CAPTION + GAP);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => rowHeight,
    overscan: isLines ? 10 : 3,
    scrollMargin: top,
  });
  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  return { virtual, columns, rowHeight, gap: isLines ? 0 : GAP };
}
