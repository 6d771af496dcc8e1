import { startInstance } from './instance.ts';
import type { InstanceSettings } from './settings.ts';

/**
 * Runs an instance on a terminal: says how to use it, and ends the process on a signal, or when one of the programs ends
 * unexpectedly.
 */
export async function runUntilStopped(settings: InstanceSettings): Promise<never> {
  const stopping = new AbortController();
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!stopping.signal.aborted) console.log('\nStopping.');
        stopping.abort();
        resolve();
      });
    }
  });
  // npm passes signals on, but can be killed.
  if (process.env.npm_lifecycle_event) await import('./end-with-parent.ts');
  try {
    const instance = await startInstance(settings, { signal: stopping.signal });
    console.log(instance.welcome);
    try {
      await Promise.race([interrupted, instance.failed]);
    } finally {
      await instance.stop();
    }
  } catch (error) {
    if (!stopping.signal.aborted) {
      console.error(`\n${(error as Error).message}`);
      process.exit(1);
    }
  }
  process.exit(0);
}
