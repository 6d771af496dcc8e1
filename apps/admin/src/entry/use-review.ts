import { useMutation } from '@tanstack/react-query';
import { review as t } from '#messages/review';
import { type Inputs, type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import type { Workflow } from './review.ts';
import { useRefresh } from './use-entry-actions.ts';

/** Moves an entry in its workflow, once it's saved, and changes who takes care of it. */
export function useReview(entry: Pick<Outputs['entries']['get'], 'id'>, flush: () => Promise<number | null>) {
  const { project } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { mutateAsync, isPending } = useMutation(trpc.entries.updateReview.mutationOptions());
  const update = (change: Omit<Inputs['entries']['updateReview'], 'projectId' | 'entryId'>): Promise<unknown> =>
    mutateAsync({ projectId: project.id, entryId: entry.id, ...change }).then(refresh);
  return {
    isPending,
    /** Assigns it, or says when it's due. */
    change: (to: { readonly assignee_id: string | null } | { readonly due_on: string | null }): void =>
      void update(to).catch((error: unknown) => tellFailure(t.notSaved, error)),
    /** @returns whether it was moved */
    move: async ({ key, label }: Workflow['states'][number], note: string): Promise<boolean> => {
      const version = await flush();
      if (version === null) {
        tellUnsaved();
        return false;
      }
      try {
        await update({ state: key, base_version: version, ...(note.trim() && { note }) });
        tell(t.moved({ state: label }));
        return true;
      } catch (error) {
        tellFailure(t.notMoved, error);
        return false;
      }
    },
  };
}
