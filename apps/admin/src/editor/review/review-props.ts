import type { Outputs } from '@/api/trpc.ts';
import type { Workflow } from '@/entry/review.ts';

/** An entry in a workflow. */
export interface ReviewProps {
  readonly entry: Outputs['entries']['get'];
  readonly workflow: Workflow;
  /** Saves what isn't saved. */
  readonly flush: () => Promise<number | null>;
  /** Whether one may only look. */
  readonly readOnly: boolean;
}
