import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
/** Collects all garbage of earlier work, so that a measurement doesn't count it. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Linux: nanoseconds that the main thread ran, as the first number. */
const SCHEDULED = '/proc/self/schedstat';

/** No request may hold up the others for longer, in milliseconds. */
export const MOST_PAUSE_MS = 100;

/**
 * Does some work, and measures the longest time that the event loop stood still meanwhile, in milliseconds of this thread's
 * processor time: what other processes take of the processor doesn't count.
 */
export async function withPause<Result>(work: () => Promise<Result>): Promise<{ result: Result; pause: number }> {
  let pause = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (let last = processorTime(); !isOver; ) {
      await setImmediate();
      const now = processorTime();
      pause = Math.max(pause, now - last);
      last = now;
    }
  };
  const watching = watch();
  const result = await work().finally(async () => {
    isOver = true;
    await watching;
  });
  return { result, pause };
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
