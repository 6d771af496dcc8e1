import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addressHere, keepScroll, takeScroll } from '@/ui/scroll-positions.ts';

interface LongList {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Whether the next page was refused: it isn't asked for again without being asked to. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** Shows a list where it was left when one returns to it; reads as much of it as that takes. */
export function useScrollPosition({ hasMore, isLoadingMore, hasFailed, onMore }: LongList): void {
  const [address] = useState(addressHere);
  const wanted = useRef<number | null | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) wanted.current = takeScroll(address);
    if (wanted.current === null) return;
    const furthest = document.documentElement.scrollHeight - window.innerHeight;
    if (furthest < wanted.current && hasMore && !hasFailed) {
      if (!isLoadingMore) onMore();
      return;
    }
    window.scrollTo({ top: wanted.current });
    wanted.current = null;
  });
  useEffect(() => {
    const keep = (): void => {
      if (wanted.current === null && addressHere() === address) keepScroll(address);
    };
    const stop = (): void => {
      wanted.current = null;
    };
    window.addEventListener('scroll', keep, { passive: true });
    for (const name of ['wheel', 'touchmove', 'keydown']) window.addEventListener(name, stop, { passive: true });
    return () => {
      window.removeEventListener('scroll', keep);
      for (const name of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(name, stop);
    };
  }, [address]);
}
