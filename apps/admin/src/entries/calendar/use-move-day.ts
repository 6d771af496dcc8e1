import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useBoardsWords } from '@/i18n/boards-words.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useReviewWords } from '@/i18n/review-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { ListedEntry } from '../list-columns.tsx';
import { onDay } from './calendar-days.ts';
import { type DaySource, dayValue } from './calendar-source.ts';

/** Moves entries to other days, as an editor saves a field or a due date; the message that says so undoes it. */
export function useMoveDay(source: DaySource) {
  const { project } = useProject();
  const t = useBoardsWords();
  const review = useReviewWords();
  const { day: said } = useFormats();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const patch = useMutation(trpc.entries.patchDraft.mutationOptions());
  const update = useMutation(trpc.entries.updateReview.mutationOptions());
  /** @returns the version to undo it from */
  const save = async (entryId: string, version: number, value: string): Promise<number> => {
    const target = { projectId: project.id, entryId };
    if (!source.field) {
      await update.mutateAsync({ ...target, due_on: value });
      return version;
    }
    const values = { [source.locale]: { [source.field.key]: value } };
    return (await patch.mutateAsync({ ...target, values, base_version: version, merge: true })).version;
  };
  return async (entry: ListedEntry, title: string, day: string): Promise<void> => {
    const before = dayValue(source, entry);
    if (before === null) return;
    try {
      const version = await save(entry.id, entry.version, onDay(source.field?.type ?? 'date', before, day));
      const undo = (): void =>
        void save(entry.id, version, before)
          .then(refresh)
          .then(
            () => tell(t.movedBack(title)),
            (error: unknown) => tellFailure(review.notSaved, error),
          );
      tell(t.movedTo(title, said(day)), undo, entry.id);
      await refresh();
    } catch (error) {
      tellFailure(review.notSaved, error);
    }
  };
}
