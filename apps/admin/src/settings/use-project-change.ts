import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Inputs, type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell } from '@/ui/toast.tsx';

type Project = Outputs['projects']['get'];

/** Makes the lists of a project that change, of what they are now. */
type ProjectChange = (now: Project) => Omit<Inputs['projects']['update'], 'projectId'>;

/**
 * Changes lists of the project, which are saved whole: one change after another, each of what the one before has left. A change that
 * was made of what is shown would take back another one that is still under way.
 */
export function useProjectChange({
  onError,
  onSettled,
}: {
  readonly onError: (error: unknown) => void;
  readonly onSettled?: () => void;
}) {
  const { project } = useProject();
  const { common } = useMessages();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const queryKey = trpc.projects.get.queryKey({ projectId: project.id });
  return useMutation({
    scope: { id: `lists of ${project.id}` },
    mutationFn: (change: ProjectChange) => {
      const now = queryClient.getQueryData<Project>(queryKey) ?? project;
      return client.projects.update.mutate({ projectId: project.id, ...change(now) });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      tell(common.saved);
    },
    onError,
    ...(onSettled && { onSettled }),
  });
}
