import type { CollectionDocument } from '@stele/schema';
import { review as t } from '#messages/review';
import type { Outputs } from '@/api/trpc.ts';
import { isOverdue, stateOf } from '@/entry/review.ts';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';

interface ReviewCellProps {
  readonly column: 'state' | 'assignee' | 'due';
  readonly entry: Pick<Outputs['entries']['list']['data'][number], 'review'>;
  readonly collection: CollectionDocument;
}

/** The state of an entry in its workflow, who takes care of it, or by when. */
export default function ReviewCell({ column, entry, collection: { workflow } }: ReviewCellProps) {
  const { day } = formats;
  const { assignee, due_on: due } = entry.review ?? {};
  if (column === 'state') {
    const state = workflow && stateOf(workflow, entry);
    return (
      state && (
        <Badge tone={state.key === workflow.publish_needs ? 'success' : 'neutral'} className="min-w-0">
          <span className="truncate">{state.label}</span>
        </Badge>
      )
    );
  }
  if (column === 'assignee') return assignee ? <span className="truncate">{assignee.name}</span> : null;
  if (!due) return null;
  return workflow && isOverdue(workflow, entry) ? (
    <span className="truncate text-warning" title={t.overdue}>
      {day(due)}
      <span className="sr-only"> ({t.overdue})</span>
    </span>
  ) : (
    <span className="truncate">{day(due)}</span>
  );
}
