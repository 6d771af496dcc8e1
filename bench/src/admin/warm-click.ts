import type { AdminPage } from '@stele/e2e/support/browser';

/**
 * Runs in the page: measures from a click to the frame that shows the field of an entry. Ends with `undefined`, as the
 * promise would be waited for.
 */
const TAKE_TIME = `
  window.shown = new Promise((resolve) => {
    window.addEventListener('click', () => {
      const start = performance.now();
      const look = () => {
        if (document.querySelector('[data-field-path=title]')) setTimeout(() => resolve(performance.now() - start));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
  undefined;
`;

/**
 * Opens an entry from a list, goes back, and opens it again.
 *
 * @param address of the list
 * @returns milliseconds from the second click to the frame that shows the form
 */
export async function openFromList(page: AdminPage['page'], address: string): Promise<number> {
  await page.goto(address);
  const row = page.locator('a[href*="/entries/ent_"]').first();
  await row.click();
  await page.locator('[data-field-path=title]').waitFor();
  await page.goBack();
  await row.waitFor();
  await page.evaluate(TAKE_TIME);
  await row.click();
  return page.evaluate<number>('window.shown');
}
