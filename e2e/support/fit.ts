import type { Page } from '@playwright/test';

/**
 * Things that a screen shows cut or beside the window: controls and headings that begin or end outside of it, unless they can be moved
 * into sight, and buttons whose words are cut. At 1280 pixels and more, columns of lists may not need to be moved, either.
 */
export function findUnfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = window.innerWidth;
    const isMoved = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX, position } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) {
          return wide < 1280 || !at.matches('[data-list-body]');
        }
        if (position === 'fixed') return false;
      }
      return false;
    };
    const isHidden = ({ width, height }: DOMRect): boolean => width <= 1 || height <= 1;
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const faults: string[] = [];
    for (const element of document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, h1, h2, h3, [role="columnheader"]',
    )) {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) || isHidden(box))
        continue;
      if ((box.left < -1 || box.right > wide + 1) && !isMoved(element)) {
        faults.push(`${nameOf(element)} is at ${Math.round(box.left)}–${Math.round(box.right)} of ${wide}`);
      }
      if (!element.matches('button')) continue;
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const parent = node.parentElement;
        // Names that people give may be cut.
        if (!parent || parent.closest('.truncate') || isHidden(parent.getBoundingClientRect())) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (!isHidden(text) && (text.left < box.left - 1 || text.right > box.right + 1)) {
          faults.push(`${nameOf(element)} cuts its words`);
        }
      }
    }
    return faults;
  });
}
