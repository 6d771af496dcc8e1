import { review as t } from '#messages/review';
import { askedState, isOverdue, moveKind, moveRefusal, stateOf } from '@/entry/review.ts';
import { moveWords, stateWords } from '@/entry/stage.ts';
import { useReview, useReviewDetail } from '@/entry/use-review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { ReviewPeople } from './review-people.tsx';
import type { ReviewProps } from './review-props.ts';

interface ReviewPanelProps extends ReviewProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onMoved: () => void;
  /** Shows what would be approved. */
  readonly onReview: () => void;
}

/** Says how it was decided last, who takes care of an entry and by when; asks for a review, or leads to the changes to approve. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { entry, workflow, session, readOnly, note, onNote, onMoved, onReview } = props;
  const opened = useProject();
  const { move, change, isPending, assigning } = useReview(entry, workflow, () => session.flush());
  const detail = useReviewDetail(entry);
  const state = stateOf(workflow, entry);
  const at = state ? workflow.states.indexOf(state) : 0;
  const needed = workflow.states.find(({ key }) => key === workflow.publish_needs);
  const others = workflow.states.filter((one) => one !== state && one !== needed);
  const able = others.filter((one) => moveRefusal(opened, workflow, one, entry) === null);
  // The next state is wanted most.
  const next = able.find((one) => workflow.states.indexOf(one) > at);
  const waiting = (detail.data?.locales ?? []).filter(({ standing }) => standing === 'waiting');
  const mayApprove = waiting.some(({ refusal }) => refusal === null);
  // Live values leave the site only with another approval, once somebody asked for it.
  const asked = askedState(workflow);
  const isHeld = (locale: string): boolean =>
    workflow.approval !== 'another_person' && (entry.review?.approved_locales.includes(locale) ?? false);
  const leaving = (detail.data?.locales ?? []).flatMap(({ locale, standing }) =>
    standing === 'live' && !isHeld(locale) ? [locale] : [],
  );
  const mayLeave =
    needed &&
    entry.status === 'published' &&
    leaving.length > 0 &&
    (asked === null || asked === state) &&
    moveRefusal(opened, workflow, needed, entry) !== 'role';
  const isOwn = waiting.some(({ refusal }) => refusal === 'another_person');
  const refusals = [
    ...others.filter((one) => !able.includes(one)).map((one) => t.notYours({ state: stateWords(one) })),
    ...(waiting.length > 0 && !mayApprove
      ? [isOwn ? t.another : t.notYours({ state: needed ? stateWords(needed) : '' })]
      : []),
  ];
  const last = detail.data?.moves[0];
  return (
    <div className="flex flex-col gap-4 text-sm">
      {last && (
        <div>
          <p className="text-muted">
            {t.verdicts[last.verdict]} <ActorName actor={last.created_by} />, <TimeAgo at={last.created_at} />
          </p>
          {last.note && (
            <p className="mt-1.5 border-s-2 ps-3 break-words whitespace-pre-wrap" dir="auto">
              {last.note}
            </p>
          )}
        </div>
      )}
      <ReviewPeople entry={entry} readOnly={readOnly} assigning={assigning} onChange={change} />
      {entry.review?.due_on && isOverdue(workflow, entry) && (
        <p className="text-warning">
          {t.overdue}: {formats.day(entry.review.due_on)}
        </p>
      )}
      {!readOnly && (
        <div className="flex flex-col gap-2">
          <Input
            aria-label={t.note}
            placeholder={t.noteHelp}
            maxLength={1000}
            value={note}
            onChange={(event) => onNote(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            {mayApprove && <Button label={t.changesTitle} variant="primary" onClick={onReview} />}
            {mayLeave && (
              <Button
                label={t.approveLeaving}
                disabled={isPending}
                onClick={() => void move(needed, note, leaving).then((isMoved) => isMoved && onMoved())}
              />
            )}
            {able.map((one) => (
              <Button
                key={one.key}
                label={moveWords(moveKind(workflow, one, entry, opened.user.id), one)}
                variant={one === next && !mayApprove ? 'primary' : 'secondary'}
                disabled={isPending}
                onClick={() => void move(one, note).then((isMoved) => isMoved && onMoved())}
              />
            ))}
          </div>
          {refusals.map((why) => (
            <p key={why} className="text-muted">
              {why}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
