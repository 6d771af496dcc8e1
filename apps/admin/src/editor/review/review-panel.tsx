import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { review as t } from '#messages/review';
import { useTRPC } from '@/api/trpc.ts';
import { isOverdue, moveRefusal, stateOf } from '@/entry/review.ts';
import { useReview } from '@/entry/use-review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { Input, Select } from '@/ui/input.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import type { ReviewProps } from './review-props.ts';

interface ReviewPanelProps extends ReviewProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onMoved: () => void;
}

/** Moves an entry on or back, assigns it, and says by when it's due. */
export function ReviewPanel({ entry, workflow, flush, readOnly, note, onNote, onMoved }: ReviewPanelProps) {
  const opened = useProject();
  const { project, user } = opened;
  const { day } = formats;
  const ids = useId();
  const trpc = useTRPC();
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const { move, change, isPending } = useReview(entry, flush);
  const { review } = entry;
  const due = review?.due_on ?? null;
  const state = stateOf(workflow, entry);
  const at = state ? workflow.states.indexOf(state) : 0;
  const others = workflow.states.filter((one) => one !== state);
  const able = others.filter((one) => moveRefusal(opened, workflow, one, entry) === null);
  // The next state is wanted most.
  const next = able.find((one) => workflow.states.indexOf(one) > at);
  const refusals = others.flatMap((one) => {
    const why = moveRefusal(opened, workflow, one, entry);
    return why === null ? [] : [why === 'another' ? t.another : t.notYours({ state: one.label })];
  });
  const people = (members.data?.data ?? []).filter(
    ({ limits: { reads } }) => reads?.includes(entry.collection_key) ?? true,
  );
  const choices = people.map(({ user_id: id, name }) => [id, id === user.id ? t.me({ name }) : name] as const);
  // Someone who is not among them any more, or not yet read.
  const assignee =
    review?.assignee && !people.some(({ user_id: id }) => id === review.assignee?.id) ? review.assignee : null;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {review?.moved_by && review.moved_at && state?.key === review.state && (
        <div>
          <p className="text-muted">
            {t.movedBy} <ActorName actor={review.moved_by} />, <TimeAgo at={review.moved_at} />
          </p>
          {review.note && (
            <p className="mt-1.5 border-s-2 ps-3 break-words whitespace-pre-wrap" dir="auto">
              {review.note}
            </p>
          )}
        </div>
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
            {able.map((one) => (
              <Button
                key={one.key}
                label={t.moveTo({ state: one.label })}
                variant={one === next ? 'primary' : 'secondary'}
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
      <div className="grid grid-cols-2 gap-3">
        <div className="flex min-w-0 flex-col gap-1.5">
          <label htmlFor={`${ids}-who`} className="text-xs font-medium text-muted">
            {t.assignedTo}
          </label>
          <Select
            id={`${ids}-who`}
            disabled={readOnly}
            value={review?.assignee?.id ?? ''}
            options={[['', t.noOne], ...(assignee ? [[assignee.id, assignee.name] as const] : []), ...choices]}
            onChange={(id) => change({ assignee_id: id || null })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-1.5">
          <label htmlFor={`${ids}-due`} className="text-xs font-medium text-muted">
            {t.due}
          </label>
          <DueInput
            key={due}
            id={`${ids}-due`}
            disabled={readOnly}
            day={due ?? ''}
            onChange={(day) => change({ due_on: day || null })}
          />
        </div>
      </div>
      {due && isOverdue(workflow, entry) && (
        <p className="text-warning">
          {t.overdue}: {day(due)}
        </p>
      )}
    </div>
  );
}

interface DueInputProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly day: string;
  readonly onChange: (day: string) => void;
}

/** A day, which is saved when it's left, or closed: while it's typed, it's one of another year. */
function DueInput({ day, onChange, ...props }: DueInputProps) {
  const latest = useRef({ typed: day, onChange });
  latest.current.onChange = onChange;
  const save = (): void => {
    const { typed, onChange: tell } = latest.current;
    if (typed === day) return;
    latest.current.typed = day;
    tell(typed);
  };
  useEffect(() => save, []);
  return (
    <Input
      {...props}
      type="date"
      defaultValue={day}
      onChange={({ target: { value } }) => {
        latest.current.typed = value;
      }}
      onBlur={save}
    />
  );
}
