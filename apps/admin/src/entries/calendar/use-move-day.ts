import { useMutation } from '@tanstack/react-query';
import { boards as t } from '#messages/boards';
import { review } from '#messages/review';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellProblem } from '@/ui/toast.tsx';
import type { ListedEntry } from '../list-columns.tsx';
import { onDay } from './calendar-days.ts';
import { type DaySource, dayLocale, dayValue } from './calendar-source.ts';

/** Moves entries to other days, as an editor saves a field or a due date; the message that says so undoes it. */
export function useMoveDay(source: DaySource) {
  const { project } = useProject();
  const { day: said } = formats;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refresh = useRefresh();
  const patch = useMutation(trpc.entries.patchDraft.mutationOptions());
  const update = useMutation(trpc.entries.updateReview.mutationOptions());
  /** @returns the version to undo it from */
  const save = async (entry: ListedEntry, version: number, value: string): Promise<number> => {
    const target = { projectId: project.id, entryId: entry.id };
    if (!source.field) {
      await update.mutateAsync({ ...target, due_on: value });
      return version;
    }
    const values = { [dayLocale(source, entry)]: { [source.field.key]: value } };
    return (await patch.mutateAsync({ ...target, values, base_version: version, merge: true })).version;
  };
  /** A due date has no version: what someone else has set since stays. */
  const isStill = async (entryId: string, value: string): Promise<boolean> => {
    if (source.field) return true;
    const now = await client.entries.get.query({ projectId: project.id, entryId });
    return now.review?.due_on === value;
  };
  return async (entry: ListedEntry, title: string, day: string): Promise<void> => {
    const before = dayValue(source, entry);
    if (before === null) return;
    try {
      const moved = onDay(source.field?.type ?? 'date', before, day);
      const version = await save(entry, entry.version, moved);
      const undo = async (): Promise<void> => {
        try {
          const isOwn = await isStill(entry.id, moved);
          if (isOwn) await save(entry, version, before);
          await refresh();
          if (isOwn) tell(t.movedBack({ title }));
          else tellProblem(review.notSaved, t.dueChanged);
        } catch (error) {
          tellFailure(review.notSaved, error);
        }
      };
      tell(t.movedTo({ title, day: said(day) }), () => void undo(), entry.id);
      await refresh();
    } catch (error) {
      tellFailure(review.notSaved, error);
    }
  };
}
