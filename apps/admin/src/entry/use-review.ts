import { useMutation, useQuery } from '@tanstack/react-query';
import { review as t } from '#messages/review';
import { type Inputs, type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import { moveKind, type Workflow } from './review.ts';
import { stateWords } from './stage.ts';
import { useRefresh } from './use-entry-actions.ts';

type Entry = Pick<Outputs['entries']['list']['data'][number], 'id' | 'review'>;

/** Moves an entry in its workflow, once it's saved, and changes who takes care of it. */
export function useReview(entry: Entry, workflow: Workflow, flush: () => Promise<number | null>) {
  const { project, user } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  // Pending until the entry is read again.
  const { mutateAsync, isPending, variables } = useMutation(
    trpc.entries.updateReview.mutationOptions({ onSuccess: refresh }),
  );
  const update = (change: Omit<Inputs['entries']['updateReview'], 'projectId' | 'entryId'>): Promise<unknown> =>
    mutateAsync({ projectId: project.id, entryId: entry.id, ...change });
  return {
    isPending,
    /** The assignee that is being saved; undefined for none. */
    assigning: isPending ? variables.assignee_id : undefined,
    /** Assigns it, or says when it's due. */
    change: (to: { readonly assignee_id: string | null } | { readonly due_on: string | null }): void =>
      void update(to).catch((error: unknown) => tellFailure(t.notSaved, error)),
    /**
     * @param locales the languages that are approved; by default all that wait for it
     * @returns whether it was moved
     */
    move: async (to: Workflow['states'][number], note: string, locales?: readonly string[]): Promise<boolean> => {
      const kind = moveKind(workflow, to, entry, user.id);
      const version = await flush();
      if (version === null) {
        tellUnsaved();
        return false;
      }
      try {
        const said = { ...(note.trim() && { note }), ...(locales && { locales: [...locales] }) };
        await update({ state: to.key, base_version: version, ...said });
        tell(kind === 'move' ? t.moved({ state: stateWords(to) }) : t.done[kind]);
        return true;
      } catch (error) {
        tellFailure(t.notMoved, error);
        return false;
      }
    },
  };
}

/** The languages of an entry that wait for an approval, who wrote them, and the decisions so far. */
export function useReviewDetail({ id: entryId }: Pick<Entry, 'id'>, enabled = true) {
  const { project } = useProject();
  return useQuery(
    useTRPC().entries.getReview.queryOptions({ projectId: project.id, entryId }, { enabled, staleTime: 0 }),
  );
}
