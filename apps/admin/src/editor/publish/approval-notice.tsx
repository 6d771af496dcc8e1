import { CircleAlert } from 'lucide-react';
import { review as t } from '#messages/review';
import { askedState, moveRefusal, stateOf } from '@/entry/review.ts';
import { useReview, useReviewDetail } from '@/entry/use-review.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { ReviewPeople } from '../review/review-people.tsx';
import type { ReviewProps } from '../review/review-props.ts';

interface ApprovalNoticeProps extends Omit<ReviewProps, 'readOnly' | 'collection'> {
  /** The languages that need it. */
  readonly locales: readonly string[];
  readonly onAsked: () => void;
  readonly onApproved: (locales: readonly string[]) => void;
}

/** Says that changes need an approval; gives it to those below, or asks someone for it. */
export function ApprovalNotice({ entry, workflow, session, locales, onAsked, onApproved }: ApprovalNoticeProps) {
  const { move, change, isPending, assigning } = useReview(entry, workflow, () => session.flush());
  const detail = useReviewDetail(entry);
  const opened = useProject();
  const needed = workflow.states.find(({ key }) => key === workflow.publish_needs);
  if (!needed) return null;
  const able = (detail.data?.locales ?? [])
    .filter(({ locale, standing, refusal }) => locales.includes(locale) && standing === 'waiting' && refusal === null)
    .map(({ locale }) => locale);
  const mayApprove = able.length > 0;
  const asked = askedState(workflow);
  const mayAsk =
    detail.data &&
    able.length < locales.length &&
    asked &&
    asked !== stateOf(workflow, entry) &&
    moveRefusal(opened, workflow, asked, entry) === null;
  return (
    <div className="mb-4 flex flex-col gap-3 rounded-md bg-info-soft px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <p role="alert" className="flex min-w-0 flex-1 basis-60 items-start gap-2">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-info" aria-hidden />
          {workflow.approval === 'another_person' ? t.needsAnother : t.needs}
        </p>
        {mayApprove && (
          <Button
            label={able.length < locales.length ? t.approveMany({ count: able.length }) : t.approve}
            busy={isPending}
            onClick={() => void move(needed, '', able).then((isMoved) => isMoved && onApproved(able))}
          />
        )}
        {mayAsk && (
          <Button
            label={t.ask}
            busy={isPending}
            onClick={() => void move(asked, '').then((isMoved) => isMoved && onAsked())}
          />
        )}
      </div>
      {mayAsk && <ReviewPeople entry={entry} readOnly={false} assigning={assigning} onChange={change} />}
    </div>
  );
}
