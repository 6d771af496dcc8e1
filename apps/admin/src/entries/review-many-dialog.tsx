import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { review as t } from '#messages/review';
import { useTRPC } from '@/api/trpc.ts';
import { type Refused, useRefusals } from '@/entry/refusals.ts';
import { moveKind, type Workflow } from '@/entry/review.ts';
import { moveWords } from '@/entry/stage.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { DayInput } from '@/ui/day-input.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Select } from '@/ui/input.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { ListedEntry } from './list-columns.tsx';

/** As many as one request takes. */
const MOST_AT_ONCE = 100;
/** Values of the choices of people. */
const [LEFT, NO_ONE] = ['left', ''];

interface ReviewManyDialogProps {
  readonly rows: readonly ListedEntry[];
  readonly workflow: Workflow;
  /** Called with the entries that weren't changed. */
  readonly onDone: (refused: readonly Refused[]) => void;
  readonly onClose: () => void;
}

/** Asks for reviews of many entries, approves, moves or assigns them, and says by when they're due. */
export function ReviewManyDialog({ rows, workflow, onDone, onClose }: ReviewManyDialogProps) {
  const { project, user } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const refusalsOf = useRefusals();
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const { mutateAsync, isPending } = useMutation(trpc.entries.updateReviews.mutationOptions());
  const [state, setState] = useState('');
  const [assignee, setAssignee] = useState<string>(LEFT);
  const [due, setDue] = useState('');
  const [note, setNote] = useState('');
  const furthest = { review: null };
  const moves = workflow.states.map((one, index) => {
    // From the first state all others are ahead; into it, they come back.
    const kind = index === 0 ? ('sendBack' as const) : moveKind(workflow, one, furthest, user.id);
    return [one.key, moveWords(kind, one)] as const;
  });
  const change = {
    ...(state && { state, ...(note.trim() && { note: note.trim() }) }),
    ...(assignee !== LEFT && { assignee_id: assignee || null }),
    ...(due && { due_on: due }),
  };
  const run = async (): Promise<void> => {
    const unread = document.querySelector<HTMLElement>('[role="dialog"] [data-unread]');
    if (unread) return unread.focus();
    const refused: Refused[] = [];
    try {
      for (let at = 0; at < rows.length; at += MOST_AT_ONCE) {
        const part = rows.slice(at, at + MOST_AT_ONCE);
        const { data } = await mutateAsync({
          projectId: project.id,
          entry_ids: part.map(({ id }) => id),
          ...(state && { base_versions: part.map(({ version }) => version) }),
          ...change,
        });
        refused.push(...refusalsOf(data, part));
      }
      if (refused.length < rows.length) tell(t.many.done({ count: rows.length - refused.length }));
      onDone(refused);
      onClose();
    } catch (error) {
      tellFailure(common.notDone, error);
    } finally {
      await refresh();
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={t.many.title({ count: rows.length })}
      description={t.many.help}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            label={t.many.confirm}
            variant="primary"
            disabled={Object.keys(change).length === 0}
            busy={isPending}
            onClick={() => void run()}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t.many.what}>
          {(props) => <Select {...props} value={state} options={[['', t.many.leave], ...moves]} onChange={setState} />}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t.assignedTo}>
            {(props) => (
              <Select
                {...props}
                value={assignee}
                options={[
                  [LEFT, t.many.leave],
                  [NO_ONE, t.noOne],
                  ...(members.data?.data ?? []).map(
                    ({ user_id: id, name }) => [id, id === user.id ? t.me({ name }) : name] as const,
                  ),
                ]}
                onChange={setAssignee}
              />
            )}
          </Field>
          <Field label={t.due}>{(props) => <DayInput {...props} label={t.due} value={due} onChange={setDue} />}</Field>
        </div>
        {state && (
          <Field label={t.note}>
            {(props) => (
              <Input
                {...props}
                placeholder={t.noteHelp}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
