import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useDeliveryWords } from '@/i18n/delivery-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellProblem } from '@/ui/toast.tsx';
import type { DeployTarget } from './live-stage.ts';

/** What an owner does with a deploy target, besides changing its settings. Each says what came of it. */
export function useTargetActions({ id, name }: DeployTarget) {
  const { project } = useProject();
  const t = useDeliveryWords();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const target = { projectId: project.id, targetId: id };
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.targets.pathFilter()),
      queryClient.invalidateQueries(trpc.deployments.pathFilter()),
    ]);
  };
  const test = useMutation(trpc.targets.test.mutationOptions());
  const pause = useMutation(trpc.targets.update.mutationOptions());
  const resume = useMutation(trpc.targets.resume.mutationOptions());
  const remove = useMutation(trpc.targets.delete.mutationOptions());
  /** Waits for an action and reads the lists again. @returns what it answered; null when it failed, which is said */
  const done = async <Answer>(action: Promise<Answer>): Promise<Answer | null> => {
    const answer = await action.catch((error: unknown) => {
      tellFailure(t.nothingDone, error);
      return null;
    });
    await refresh();
    return answer;
  };
  return {
    isBusy: [test, pause, resume, remove].some(({ isPending }) => isPending),
    isTesting: test.isPending,
    test: async () => {
      const deployment = await done(test.mutateAsync(target));
      if (!deployment) return;
      if (deployment.status === 'triggered') tell(t.tested);
      else tellProblem(t.testFailed, deployment.attempts.at(-1)?.error ?? '');
    },
    pause: async () => {
      if (await done(pause.mutateAsync({ ...target, status: 'paused' }))) tell(t.wasPaused(name));
    },
    resume: async () => {
      if (await done(resume.mutateAsync(target))) tell(t.wasResumed(name));
    },
    remove: async () => {
      if (await done(remove.mutateAsync(target))) tell(t.deleted(name));
    },
  };
}
