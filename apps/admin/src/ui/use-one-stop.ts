import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * Makes the controls of a part one stop of the Tab key, as toolbars are: arrow keys go from one to the next, Home and End to the
 * first and the last. Controls that come later belong to it, too.
 *
 * @param along whether the controls stand beside each other, or below each other
 * @returns the handler of keys that are pressed in it
 */
export function useOneStop(part: RefObject<HTMLElement | null>, along: 'row' | 'column') {
  useEffect(() => {
    const root = part.current;
    if (!root) return;
    const settle = (): void => {
      const all = controlsOf(root);
      const stops = all.filter((one) => one.tabIndex === 0);
      const at =
        all.find((one) => one === document.activeElement) ??
        (stops.length === 1 ? stops[0] : all.find((one) => one.ariaCurrent !== null)) ??
        all[0];
      for (const one of all) one.tabIndex = one === at ? 0 : -1;
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'href'] });
    root.addEventListener('focusin', settle);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', settle);
    };
  }, [part]);
  return (event: KeyboardEvent<HTMLElement>): void => {
    const root = part.current;
    if (!root || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = controlsOf(root);
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = { ...stepsOf(root, along, at), Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}

/** Where arrow keys lead from a control, by key. */
function stepsOf(root: HTMLElement, along: 'row' | 'column', at: number): Readonly<Record<string, number>> {
  if (along === 'column') return { ArrowDown: at + 1, ArrowUp: at - 1 };
  const isFromRight = getComputedStyle(root).direction === 'rtl';
  return { [isFromRight ? 'ArrowLeft' : 'ArrowRight']: at + 1, [isFromRight ? 'ArrowRight' : 'ArrowLeft']: at - 1 };
}

function controlsOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one.offsetParent !== null);
}
