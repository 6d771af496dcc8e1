import type { CollectionDocument } from '@stele/schema';
import type { Outputs } from '@/api/trpc.ts';
import type { Workflow } from '@/entry/review.ts';
import type { EditSession } from '../session/edit-session.ts';

/** An entry in a workflow. */
export interface ReviewProps {
  readonly entry: Outputs['entries']['get'];
  readonly workflow: Workflow;
  readonly collection: CollectionDocument;
  readonly session: EditSession;
  /** Whether one may only look. */
  readonly readOnly: boolean;
}
