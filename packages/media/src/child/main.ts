// Processes files for its parent, one at a time. May be killed at any moment.
import { getPriority, setPriority } from 'node:os';
import { FileFailure, failed } from '../failures.ts';
import type { ChildJob, ChildMessage } from '../parent/protocol.ts';
import { isMemoryFault, isSystemFault } from './faults.ts';
// Loaded before it reports `ready`: if the picture library can't be loaded, that isn't an error of a file.
import './image/sharp.ts';
import { processFile } from './process-file.ts';

/** Low, since pictures are less urgent than requests. */
const PRIORITY = 10;

async function work(job: ChildJob): Promise<ChildMessage> {
  try {
    return { type: 'done', result: await processFile(job), unexpected: null };
  } catch (error) {
    if (error instanceof FileFailure) return { type: 'done', result: error.outcome, unexpected: null };
    if (isSystemFault(error)) return { type: 'fault', message: error.message, code: error.code };
    if (isMemoryFault(error)) return { type: 'done', result: failed('too_much_memory'), unexpected: null };
    // A reader failed in an unexpected way. A retry would fail again.
    const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { type: 'done', result: failed('not_decodable', { what: 'file' }), unexpected };
  }
}

const send = (message: ChildMessage): void => {
  process.send?.(message);
};

// The priority of a parent that has a lower one can't be raised.
if (getPriority() < PRIORITY) setPriority(PRIORITY);
// Threads may still be working on a file that is no longer needed.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (job) => void work(job as ChildJob).then(send));
send({ type: 'ready' });
