import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 20;
/** Above this part of its time, the process is busy. */
const BUSY = 0.5;
/** Work that goes on beside requests comes to a turn after so long, however busy the process is. */
const LONGEST_MS = 1_000;

/**
 * Waits while this process is busy, for work beside the requests that can wait a little: what somebody waits for goes first.
 */
export async function yieldToRequests(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const before = performance.eventLoopUtilization();
    await setTimeout(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
