import type { Outputs } from '@/api/trpc.ts';

/** What the API says of the instance to its operator. */
export type OperatingState = Outputs['operating']['state'];
