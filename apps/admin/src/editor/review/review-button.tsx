import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { review as t } from '#messages/review';
import { isOverdue } from '@/entry/review.ts';
import { stageOf } from '@/entry/stage.ts';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';
import { Popover } from '@/ui/popover.tsx';
import { Avatar } from '../presence/avatar.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ReviewPanel } from './review-panel.tsx';
import type { ReviewProps } from './review-props.ts';

/** The state of an entry, who takes care of it and until when; opened, what can be done about that. */
export function ReviewButton(props: ReviewProps) {
  const { entry, workflow } = props;
  const { assignee = null, due_on: due = null } = entry.review ?? {};
  const { day } = formats;
  const [open, setOpen] = useState(false);
  // Closing it keeps what was written.
  const [note, setNote] = useState('');
  const [isReviewing, setReviewing] = useState(false);
  const stage = stageOf(entry, workflow);
  const isLate = isOverdue(workflow, entry);
  const said = [
    t.stateIs({ state: stage.label }),
    ...(assignee ? [t.isAssignedTo({ name: assignee.name })] : []),
    ...(due ? [isLate ? t.overdue : t.isDue({ day: day(due) })] : []),
  ].join(', ');
  const drop = (): void => {
    setNote('');
    setOpen(false);
    setReviewing(false);
  };
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t.title}
        trigger={
          <button
            type="button"
            title={said}
            data-review
            className="inline-flex h-9 min-w-0 shrink items-center gap-1.5 rounded-md px-2 hover:bg-hover max-sm:h-11"
          >
            <span className="sr-only">{said}</span>
            <Badge tone={stage.tone} className="min-w-0" aria-hidden>
              <span className="max-w-28 truncate lg:max-w-44" dir="auto">
                {stage.label}
              </span>
            </Badge>
            {isLate && <CalendarClock className="size-4 shrink-0 text-warning" aria-hidden />}
            {assignee && <Avatar person={assignee} />}
          </button>
        }
      >
        <ReviewPanel
          {...props}
          note={note}
          onNote={setNote}
          onMoved={drop}
          onReview={() => {
            setOpen(false);
            setReviewing(true);
          }}
        />
      </Popover>
      {isReviewing && (
        <ReviewDialog {...props} note={note} onNote={setNote} onMoved={drop} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}
