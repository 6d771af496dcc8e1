import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { delivery as t } from '#messages/delivery';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { attempt, tell, tellProblem } from '@/ui/toast.tsx';
import type { DeployTarget } from './live-stage.ts';

/** An owner's actions on a deploy target, besides changing its settings. Each reports its result. */
export function useTargetActions({ id, name }: DeployTarget) {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const target = { projectId: project.id, targetId: id };
  const test = useMutation(trpc.targets.test.mutationOptions());
  const pause = useMutation(trpc.targets.update.mutationOptions());
  const resume = useMutation(trpc.targets.resume.mutationOptions());
  const remove = useMutation(trpc.targets.delete.mutationOptions());
  /** Waits for an action and reads the lists again. @returns the action's answer; null when it failed */
  const done = async <Answer>(action: Promise<Answer>): Promise<Answer | null> => {
    const answer = await attempt(action, common.nothingDone);
    await invalidate(trpc.targets, trpc.deployments);
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
      if (await done(pause.mutateAsync({ ...target, status: 'paused' }))) tell(t.wasPaused({ name }));
    },
    resume: async () => {
      if (await done(resume.mutateAsync(target))) tell(t.wasResumed({ name }));
    },
    remove: async () => {
      if (await done(remove.mutateAsync(target))) tell(common.deleted({ name }));
    },
  };
}
