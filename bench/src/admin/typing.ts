import type { AdminPage } from '@stele/e2e/support/browser';

const KEYS = 120;

/** Times of typing, in milliseconds for each key. */
export interface Typed {
  /** From the key press to the end of all work that it causes, layout included. */
  readonly busy: readonly number[];
  /** From the key press to the next frame: at least the rest of the current frame. */
  readonly frame: readonly number[];
  /** Requests that were sent meanwhile. */
  readonly requests: number;
}

/** Runs in the page: measures the time of each key press. */
const TAKE_TIMES = `
  window.typed = { busy: [], frame: [] };
  window.addEventListener('keydown', () => {
    const start = performance.now();
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      document.body.getBoundingClientRect();
      window.typed.busy.push(performance.now() - start);
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.typed.frame.push(performance.now() - start);
        painted.port2.postMessage(null);
      });
    };
    window.addEventListener('input', () => after.port2.postMessage(null), { once: true });
  }, { capture: true });
`;

/** Types into the field that has the focus, as fast as people do, and measures the time of each key press. */
export async function type(page: AdminPage['page']): Promise<Typed> {
  await page.evaluate(TAKE_TIMES);
  let requests = 0;
  const count = (): void => {
    requests += 1;
  };
  page.on('request', count);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'a');
    await page.waitForTimeout(30);
  }
  page.off('request', count);
  return { ...(await page.evaluate<Omit<Typed, 'requests'>>('window.typed')), requests };
}
