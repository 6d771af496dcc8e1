import { tellOutages } from '../index.ts';

/** On globalThis, since a bundler may load this module several times in one process. */
const KEY = Symbol.for('stele.next.told');
const global = globalThis as { [KEY]?: true };

/** Reports outages when Next.js ends a process of a build: it does that with SIGINT, so there is no 'exit' event. */
export function tellAtBuildEnd({ IS_NEXT_WORKER: worker, NEXT_PHASE: phase }: NodeJS.ProcessEnv): void {
  if (worker !== 'true' || phase !== 'phase-production-build' || global[KEY]) return;
  global[KEY] = true;
  process.once('SIGINT', () => {
    tellOutages();
    // The listener is gone, so the signal now ends the process.
    process.kill(process.pid, 'SIGINT');
  });
}
