import { setImmediate } from 'node:timers/promises';

/** After so long, others get their turn. */
const LONGEST_MS = 10;

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop. Works that wait at the same moment get one each, so that others come in between. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Breaks in long work on the only thread, so that other requests go on meanwhile. It begins when they are made. */
export class Breaks {
  #since = performance.now();

  /** Lets others go on when the work has held them up for a while since the last break. */
  async take(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
