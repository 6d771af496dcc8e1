import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps `--editor-top` at where the editor's header ends, for what stays in sight below it.
 *
 * @param root holds the header, and what stays in sight
 */
export function useEditorTop(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const header = root.current?.querySelector<HTMLElement>('[data-editor-header]');
    if (!header) return;
    const measure = (): void => {
      const end = Number.parseFloat(getComputedStyle(header).top) + header.offsetHeight;
      root.current?.style.setProperty('--editor-top', `${end}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(header);
    return () => observer.disconnect();
  }, [root]);
}
