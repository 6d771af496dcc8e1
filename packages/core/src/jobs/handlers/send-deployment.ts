import type { Sender } from '../../delivery/sending/sender.ts';
import { SEND_DEPLOYMENT } from '../../publishing/due-deployments.store.ts';
import type { JobHandler } from '../handler.ts';

/** Tells a deploy target to build, when its quiet time is over. */
export function sendDeployment(sender: Sender): JobHandler {
  return { kind: SEND_DEPLOYMENT, lane: 'deploy', run: ({ key, signal }) => sender.send(key, signal) };
}
