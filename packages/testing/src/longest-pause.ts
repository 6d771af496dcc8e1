import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** Linux: nanoseconds that the main thread ran, as the first number. */
const SCHEDULED = '/proc/self/schedstat';

/**
 * The longest time that the event loop stood still during some work, in milliseconds of this thread's processor time: what other
 * processes take of the processor doesn't count.
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (let last = processorTime(); !isOver; ) {
      await setImmediate();
      const now = processorTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return longest;
}

/** Of this thread, where Node or Linux tells it; or else of the whole process. */
function processorTime(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1000;
  }
  if (isMainThread && existsSync(SCHEDULED)) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
