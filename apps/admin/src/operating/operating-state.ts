import type { Outputs } from '@/api/trpc.ts';

/** State of the instance, as the API reports it to the operator. */
export type OperatingState = Outputs['operating']['state'];
