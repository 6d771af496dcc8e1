// Works on files that a parent names, one at a time, in a process that may be killed at any moment.
import { setPriority } from 'node:os';
import { FileFailure, failed } from '../failures.ts';
import type { ChildJob, ChildMessage } from '../parent/protocol.ts';
import { isMemoryFault, isSystemFault } from './faults.ts';
import { processFile } from './process-file.ts';

/** Nobody waits for a picture as people wait for pages. */
const PRIORITY = 10;

async function work(job: ChildJob): Promise<ChildMessage> {
  try {
    return { type: 'done', result: await processFile(job) };
  } catch (error) {
    if (error instanceof FileFailure) return { type: 'done', result: error.outcome };
    if (isMemoryFault(error)) return { type: 'done', result: failed('too_much_memory') };
    const { message, stack = message, code = null } = error as NodeJS.ErrnoException;
    return { type: 'fault', message: isSystemFault(error) ? message : stack, code };
  }
}

const send = (message: ChildMessage): void => {
  process.send?.(message);
};

setPriority(PRIORITY);
// Threads may still be at work on a file that nobody waits for.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (job) => void work(job as ChildJob).then(send));
send({ type: 'ready' });
