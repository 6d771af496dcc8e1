import type { Delivery } from '../../delivery/delivery.ts';
import type { JobHandler } from '../handler.ts';

/** Seals with the newest key what earlier keys sealed, so that those can be given up. */
export function resealSecrets(delivery: Delivery): JobHandler {
  return { kind: 'reseal-secrets', everyMs: 10 * 60_000, run: () => delivery.reseal() };
}
