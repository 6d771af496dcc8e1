import { setImmediate as nextImmediate } from 'node:timers/promises';

/** After so long, others get their turn. */
const LONGEST_MS = 10;

let lastTurn: Promise<void> = Promise.resolve();
/** When work began in this turn of the event loop, as far as known. */
let workBegan: number | null = null;

/** Waits for a turn of the event loop. Works that wait at the same moment get one each, so that others come in between. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextImmediate());
  return lastTurn.then(noteWork);
}

/**
 * Takes a break in long work on the only thread, so that other requests go on meanwhile: when all works together have held the
 * others up for a while in this turn of the event loop.
 */
export async function takeBreak(): Promise<void> {
  noteWork();
  if (performance.now() - (workBegan ?? 0) >= LONGEST_MS) await nextTurn();
}

/** Carries out work in steps, with breaks between them. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await takeBreak();
  }
}

function noteWork(): void {
  if (workBegan !== null) return;
  workBegan = performance.now();
  setImmediate(() => {
    workBegan = null;
  });
}
