import type { CollectionDocument } from '@stele/schema';
import type { Outputs } from '@/api/trpc.ts';
import { isOverdue, stateOf } from '@/entry/review.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useReviewWords } from '@/i18n/review-words.ts';
import { Badge } from '@/ui/badge.tsx';

interface ReviewCellProps {
  readonly column: 'state' | 'assignee' | 'due';
  readonly entry: Pick<Outputs['entries']['list']['data'][number], 'review'>;
  readonly collection: CollectionDocument;
}

/** The state of an entry in its workflow, who takes care of it, or by when. */
export default function ReviewCell({ column, entry, collection: { workflow } }: ReviewCellProps) {
  const t = useReviewWords();
  const { day } = useFormats();
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
