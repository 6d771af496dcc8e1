import type { CollectionDocument } from '@stele/schema';
import { review as t } from '#messages/review';
import { isOverdue, type ReviewedEntry } from '@/entry/review.ts';
import { stageOf } from '@/entry/stage.ts';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';

interface ReviewCellProps {
  readonly column: 'state' | 'assignee' | 'due';
  readonly entry: ReviewedEntry;
  readonly collection: CollectionDocument;
}

/** The status of an entry, who takes care of it, or by when. */
export default function ReviewCell({ column, entry, collection: { workflow } }: ReviewCellProps) {
  const { day } = formats;
  const { assignee, due_on: due } = entry.review ?? {};
  if (column === 'state') {
    const { label, tone } = stageOf(entry, workflow);
    return (
      <Badge tone={tone} className="min-w-0">
        <span className="truncate">{label}</span>
      </Badge>
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
