import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 20;
/** The process counts as busy above this utilization. */
const BUSY = 0.5;
/** The longest wait, however busy the process is. */
const LONGEST_MS = 1_000;

/**
 * Waits while this process is busy, so that background work gives way to requests.
 */
export async function yieldToRequests(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const before = performance.eventLoopUtilization();
    await setTimeout(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
