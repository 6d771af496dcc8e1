import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps `--editor-top` at where the editor's header ends, for elements that stay in sight below it.
 *
 * @param root the element that holds the header and those elements
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
