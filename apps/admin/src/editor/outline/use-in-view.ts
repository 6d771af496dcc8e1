import { useEffect, useState } from 'react';

const IN_FORM = '#locale-form :is([data-field-path], [data-row-key])';

/**
 * Which of some fields and rows of the form are in the window, in their order. A field that holds rows isn't counted while one
 * of them is in sight.
 *
 * @param ids paths of fields, and keys of rows
 */
export function useInView(ids: ReadonlySet<string>): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  useEffect(() => {
    let frame: number | null = null;
    const look = (): void => {
      frame = null;
      const top = document.querySelector('[data-editor-header]')?.getBoundingClientRect().bottom ?? 0;
      const found = new Set<string>();
      for (const element of document.querySelectorAll<HTMLElement>(IN_FORM)) {
        const { rowKey, fieldPath = '' } = element.dataset;
        const id = rowKey ?? fieldPath;
        // Elements within closed or distant rows are never measured: the browser hasn't laid them out.
        if (!ids.has(id)) continue;
        const place = element.getBoundingClientRect();
        if (place.bottom <= top || place.top >= window.innerHeight) continue;
        if (rowKey) found.delete(element.closest<HTMLElement>('[data-field-path]')?.dataset.fieldPath ?? '');
        found.add(id);
      }
      setSeen((before) => (before.join() === [...found].join() ? before : [...found]));
    };
    const later = (): void => {
      frame ??= requestAnimationFrame(look);
    };
    later();
    const form = document.getElementById('locale-form');
    const resized = new ResizeObserver(later);
    if (form) resized.observe(form);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      resized.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, [ids]);
  return seen;
}
