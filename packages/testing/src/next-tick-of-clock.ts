import { setTimeout } from 'node:timers/promises';

/** Resolves once the clock shows another unit of time: ids and files that were made before have an earlier one. */
export async function nextTickOfClock(unitMs = 1): Promise<void> {
  const unit = (): number => Math.floor(Date.now() / unitMs);
  const now = unit();
  while (unit() === now) await setTimeout(1);
}
