/** So long a ring takes to fade, and a row to slide. */
const FADE_MS = 1_200;
const SLIDE_MS = 180;

const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Draws a ring that fades around an element that was just added, moved or changed by others. None with reduced motion. */
export function ring(element: Element | null | undefined): void {
  if (!element || isCalm()) return;
  const colour = getComputedStyle(element).getPropertyValue('--accent');
  const frames = [{ boxShadow: `0 0 0 2px ${colour}` }, { boxShadow: '0 0 0 2px transparent' }];
  element.animate(frames, { duration: FADE_MS, easing: 'ease-in' });
}

/** Lets elements slide to where a change puts them, rather than jump; those that it adds just appear. */
export function slide(elements: Iterable<Element>, change: () => void): void {
  const tops = isCalm() ? [] : Array.from(elements, (one) => [one, one.getBoundingClientRect().top] as const);
  change();
  requestAnimationFrame(() => {
    for (const [element, before] of tops) {
      const distance = before - element.getBoundingClientRect().top;
      if (distance === 0 || !element.isConnected) continue;
      const frames = [{ transform: `translateY(${distance}px)` }, { transform: 'none' }];
      element.animate(frames, { duration: SLIDE_MS, easing: 'ease-out' });
    }
  });
}
