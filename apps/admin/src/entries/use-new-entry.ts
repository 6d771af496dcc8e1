import { useMutation } from '@tanstack/react-query';
import { entries as t } from '#messages/entries';
import { useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tellFailure } from '@/ui/toast.tsx';

/** Creates an entry in the default language, and opens it. */
export function useNewEntry() {
  const { project } = useProject();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = useMutation(
    trpc.entries.create.mutationOptions({
      onSuccess: (entry) => {
        void refresh();
        navigate.push(`/projects/${project.id}/entries/${entry.id}?new=true`);
      },
      onError: (error) => tellFailure(t.notCreated, error),
    }),
  );
  return {
    isPending: create.isPending,
    create: (collection: string): void =>
      create.mutate({
        projectId: project.id,
        collection_key: collection,
        values: { [project.default_locale]: {} },
      }),
  };
}
