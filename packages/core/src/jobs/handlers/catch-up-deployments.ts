import type { Sender } from '../../delivery/sending/sender.ts';
import type { JobHandler } from '../handler.ts';

/** Sees to deployments whose job was given up, and to tests that nobody ends. */
export function catchUpDeployments(sender: Sender): JobHandler {
  return { kind: 'catch-up-deployments', everyMs: 60_000, run: () => sender.catchUp() };
}
