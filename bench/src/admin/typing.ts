import type { Page } from '@playwright/test';

const KEYS = 120;

/** What typing took, in milliseconds for each key. */
export interface Typed {
  /** From the key to the end of all that it set off, layout included. */
  readonly busy: readonly number[];
  /** From the key to the next frame: at least the rest of the frame that it falls into. */
  readonly frame: readonly number[];
  /** Requests that went out meanwhile. */
  readonly requests: number;
}

/** Types into the field that has the focus, as fast as people do, and takes the time of each key. */
export async function type(page: Page): Promise<Typed> {
  await page.evaluate(() => {
    const times = { busy: [] as number[], frame: [] as number[] };
    Object.assign(window, { typed: times });
    window.addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        const after = new MessageChannel();
        after.port1.onmessage = () => {
          document.body.getBoundingClientRect();
          times.busy.push(performance.now() - start);
          requestAnimationFrame(() => {
            const painted = new MessageChannel();
            painted.port1.onmessage = () => times.frame.push(performance.now() - start);
            painted.port2.postMessage(null);
          });
        };
        window.addEventListener('input', () => after.port2.postMessage(null), { once: true });
      },
      { capture: true },
    );
  });
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
  const times = await page.evaluate(() => (window as unknown as { typed: Omit<Typed, 'requests'> }).typed);
  return { ...times, requests };
}
