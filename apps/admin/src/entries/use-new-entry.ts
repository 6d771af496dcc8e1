import { entries as t } from '#messages/entries';
import { useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { useAction } from '@/ui/use-action.ts';

/** Creates an entry in the default language, and opens it. */
export function useNewEntry() {
  const { project } = useProject();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = useAction(trpc.entries.create, t.notCreated, (entry) => {
    void refresh();
    navigate.push(`/projects/${project.id}/entries/${entry.id}?new=true`);
  });
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
