import type { AdminPage } from '@stele/e2e/support/browser';

/** Pixels that a turn of the wheel scrolls. */
const TURN_PX = 900;
/** Stops the run on a page that never ends. */
const MOST_TURNS = 4000;

/** Measured while scrolling from the top to the end. */
export interface Scrolled {
  readonly frames: number;
  /** The longest time from frame to frame, in milliseconds. */
  readonly frame: number;
  /** Share of frames that took more than 50 ms, in percent. */
  readonly late: number;
  /** Requests for pages of the list, and for single files. */
  readonly lists: number;
  readonly reads: number;
  /** The largest number of cells in the page at a time. */
  readonly cells: number;
}

const CELLS = "document.querySelectorAll('[role=gridcell]')";

/** Runs in the page: measures the time of each frame. */
const TAKE_TIMES = `
  window.seen = { times: [], cells: 0, on: true };
  const step = (now) => {
    seen.times.push(now);
    if (seen.times.length % 20 === 0) seen.cells = Math.max(seen.cells, ${CELLS}.length);
    if (seen.on) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
`;
const END = `
  seen.on = false;
  ({ times: seen.times, cells: seen.cells, last: Number([...${CELLS}].at(-1)?.dataset.index) });
`;

/** Scrolls a library with the wheel until its last row is in the page, and measures the time of every frame. */
export async function scrollThrough(page: AdminPage['page'], count: number): Promise<Scrolled> {
  let lists = 0;
  let reads = 0;
  const listen = (request: { url(): string }): void => {
    const url = request.url();
    if (url.includes('assets.list')) lists += 1;
    if (url.includes('assets.get')) reads += 1;
  };
  page.on('request', listen);
  await page.evaluate(TAKE_TIMES);
  await page.mouse.move(640, 500);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await page.mouse.wheel(0, TURN_PX);
    await page.waitForTimeout(16);
    if (turn % 40 !== 39) continue;
    const last = await page.getByRole('gridcell').last().getAttribute('data-index');
    if (Number(last) >= count - 1) break;
  }
  page.off('request', listen);
  const { times, cells, last } = await page.evaluate<{ times: number[]; cells: number; last: number }>(END);
  if (last < count - 1) throw new Error(`stopped at picture ${last + 1} of ${count}`);
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const late = (100 * frames.filter((one) => one > 50).length) / frames.length;
  return { frames: frames.length, frame: Math.max(...frames), late, lists, reads, cells };
}
