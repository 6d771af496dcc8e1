import { type RefObject, useEffect } from 'react';
import { isOneKey } from '@/ui/keys.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** How many rows a key leads on; 0 for other keys. */
export function stepOf(key: string): number {
  return STEPS[key] ?? 0;
}

/** The link of a row, by its number. */
export function linkOf(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-index="${index}"] a[data-entry-link]`) ?? null;
}

/** J or K leads to the first row in sight, wherever the focus is outside of the list. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.key === 'j' || event.key === 'k') || !isOneKey(event)) return;
      if (list.current?.contains(document.activeElement)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-entry-link]') ?? [])];
      const inSight = links
        .map((link) => ({ link, top: link.getBoundingClientRect().top }))
        .filter(({ top }) => top >= 0)
        .sort((a, b) => a.top - b.top);
      inSight[0]?.link.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list]);
}
