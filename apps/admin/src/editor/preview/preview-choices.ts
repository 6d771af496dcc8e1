import { useState } from 'react';
import { recall, remember } from '@/ui/remember.ts';

/** Widths of the page, in pixels; the whole pane for `full`. */
export const WIDTHS = { full: null, desktop: 1280, tablet: 768, phone: 390 } as const;
export type Width = keyof typeof WIDTHS;

/** Something that is chosen once and stays so in this browser. */
export function useRemembered(key: string, otherwise: string): readonly [string, (value: string) => void] {
  const name = `stele-preview-${key}`;
  const [value, set] = useState(() => recall(name) ?? otherwise);
  return [
    value,
    (next) => {
      remember(name, next);
      set(next);
    },
  ];
}
