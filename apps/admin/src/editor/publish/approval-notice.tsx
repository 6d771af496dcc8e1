import { CircleAlert } from 'lucide-react';
import { review as t } from '#messages/review';
import { askedState, moveRefusal, stateOf } from '@/entry/review.ts';
import { useReview } from '@/entry/use-review.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import type { ReviewProps } from '../review/review-props.ts';

interface ApprovalNoticeProps extends Omit<ReviewProps, 'readOnly'> {
  readonly onAsked: () => void;
  readonly onApproved: () => void;
}

/** Says that changes need an approval; gives it, or asks for it. */
export function ApprovalNotice({ entry, workflow, flush, onAsked, onApproved }: ApprovalNoticeProps) {
  const { move, isPending } = useReview(entry, flush);
  const opened = useProject();
  const needed = workflow.states.find(({ key }) => key === workflow.publish_needs);
  if (!needed) return null;
  const mayApprove = moveRefusal(opened, workflow, needed, entry) === null;
  const next = mayApprove ? needed : askedState(workflow);
  const mayMove = next && next !== stateOf(workflow, entry) && moveRefusal(opened, workflow, next, entry) === null;
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-info-soft px-3 py-2 text-sm">
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-info" aria-hidden />
        {workflow.approval === 'another_person'
          ? t.needsAnother({ state: needed.label })
          : t.needs({ state: needed.label })}
      </p>
      {mayMove && (
        <Button
          label={mayApprove ? t.moveTo({ state: next.label }) : t.ask}
          busy={isPending}
          onClick={() => void move(next, '').then((isMoved) => isMoved && (mayApprove ? onApproved : onAsked)())}
        />
      )}
    </div>
  );
}
