import { useMutation, useQueryClient } from '@tanstack/react-query';
import { common } from '#messages/common';
import { type Inputs, type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell } from '@/ui/toast.tsx';
import { saveRebased } from './save-rebased.ts';

type Project = Outputs['projects']['get'];

/** Makes the lists of a project that change, of what they are now. */
type ProjectChange = (
  now: Project,
) => Pick<Inputs['projects']['update'], 'locales' | 'default_locale' | 'preview_sites'>;

/**
 * Changes lists of the project, which are saved whole. Each change is applied to the list as it was saved last, by anyone. A
 * change of the list on the screen would take back another one that is still under way.
 */
export function useProjectChange({
  onError,
  onSettled,
}: {
  readonly onError: (error: unknown) => void;
  readonly onSettled?: () => void;
}) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = trpc.projects.get.queryOptions({ projectId: project.id });
  return useMutation({
    scope: { id: `lists of ${project.id}` },
    mutationFn: (change: ProjectChange) =>
      saveRebased(
        queryClient.getQueryData(query.queryKey) ?? project,
        () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
        (now) => {
          const changed = change(now);
          return client.projects.update.mutate({
            projectId: project.id,
            ...changed,
            ...(changed.locales && { base_locales: now.locales }),
            ...(changed.preview_sites && { base_preview_sites: now.preview_sites }),
          });
        },
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved);
      tell(common.saved);
    },
    onError,
    ...(onSettled && { onSettled }),
  });
}
