import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { review as t } from '#messages/review';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import type { useReview } from '@/entry/use-review.ts';
import { useProject } from '@/project/project-context.tsx';
import { DayInput } from '@/ui/day-input.tsx';
import { Select } from '@/ui/input.tsx';

interface ReviewPeopleProps {
  readonly entry: Outputs['entries']['get'];
  readonly readOnly: boolean;
  /** The assignee that is being saved; undefined for none. */
  readonly assigning: string | null | undefined;
  readonly onChange: ReturnType<typeof useReview>['change'];
}

/** Who takes care of an entry, and by when. */
export function ReviewPeople({ entry, readOnly, assigning, onChange }: ReviewPeopleProps) {
  const { project, user } = useProject();
  const ids = useId();
  const trpc = useTRPC();
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const { review } = entry;
  const due = review?.due_on ?? null;
  const people = (members.data?.data ?? []).filter(
    ({ limits: { reads } }) => reads?.includes(entry.collection_key) ?? true,
  );
  const choices = people.map(({ user_id: id, name }) => [id, id === user.id ? t.me({ name }) : name] as const);
  // Someone who is not among them any more, or not yet read.
  const assignee =
    review?.assignee && !people.some(({ user_id: id }) => id === review.assignee?.id) ? review.assignee : null;
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="flex min-w-0 flex-col gap-1.5">
        <label htmlFor={`${ids}-who`} className="text-xs font-medium text-muted">
          {t.assignedTo}
        </label>
        <Select
          id={`${ids}-who`}
          disabled={readOnly}
          value={(assigning === undefined ? review?.assignee?.id : assigning) ?? ''}
          options={[['', t.noOne], ...(assignee ? [[assignee.id, assignee.name] as const] : []), ...choices]}
          onChange={(id) => onChange({ assignee_id: id || null })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <label htmlFor={`${ids}-due`} className="text-xs font-medium text-muted">
          {t.due}
        </label>
        <DueInput
          key={due}
          id={`${ids}-due`}
          label={t.due}
          disabled={readOnly}
          day={due ?? ''}
          onChange={(day) => onChange({ due_on: day || null })}
        />
      </div>
    </div>
  );
}

interface DueInputProps {
  readonly id: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly day: string;
  readonly onChange: (day: string) => void;
}

/** A day, which is saved when it's left or chosen, or closed: while it's typed, it's another one. */
function DueInput({ day, onChange, ...props }: DueInputProps) {
  const latest = useRef({ typed: day, isUnread: false, onChange });
  latest.current.onChange = onChange;
  const save = (): void => {
    const { typed, isUnread, onChange: tell } = latest.current;
    if (isUnread || typed === day) return;
    latest.current.typed = day;
    tell(typed);
  };
  useEffect(() => save, []);
  const [shown, setShown] = useState(day);
  return (
    <DayInput
      {...props}
      value={shown}
      onChange={(next) => {
        latest.current.typed = next;
        setShown(next);
      }}
      // A text that is no day leaves the day as it is, also where it was one while it was typed.
      onUnread={(text) => {
        latest.current.isUnread = text !== null;
      }}
      saysWrong
      onBlur={save}
      onPicked={save}
    />
  );
}
