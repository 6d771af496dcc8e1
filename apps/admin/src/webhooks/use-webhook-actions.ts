import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { webhooks as t } from '#messages/webhooks';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { attempt, tell, tellProblem } from '@/ui/toast.tsx';

/** An owner's actions on a webhook, besides changing its settings. Each reports its result. */
export function useWebhookActions({ id, name }: Pick<Outputs['webhooks']['get'], 'id' | 'name'>) {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const webhook = { projectId: project.id, webhookId: id };
  const test = useMutation(trpc.webhooks.test.mutationOptions());
  const update = useMutation(trpc.webhooks.update.mutationOptions());
  const rotate = useMutation(trpc.webhooks.rotateSecret.mutationOptions());
  const remove = useMutation(trpc.webhooks.delete.mutationOptions());
  /** Waits for an action and reads the lists again. @returns the action's answer; null when it failed */
  const done = async <Answer>(action: Promise<Answer>): Promise<Answer | null> => {
    const answer = await attempt(action, common.nothingDone);
    if (answer) await invalidate(trpc.webhooks, trpc.webhookDeliveries);
    return answer;
  };
  return {
    isTesting: test.isPending,
    isBusy: update.isPending || rotate.isPending || remove.isPending,
    test: async () => {
      const delivery = await done(test.mutateAsync(webhook));
      if (!delivery) return;
      if (delivery.status === 'delivered') return tell(t.testTaken);
      const last = delivery.attempts.at(-1);
      tellProblem(t.testFailed, last?.error ?? t.answered({ status: String(last?.status ?? common.noAnswer) }));
    },
    enable: async () => {
      if (await done(update.mutateAsync({ ...webhook, status: 'active' }))) tell(t.wasEnabled({ name }));
    },
    disable: async () => {
      if (await done(update.mutateAsync({ ...webhook, status: 'disabled' }))) tell(t.wasDisabled({ name }));
    },
    /** @returns the new secret; null when there's none */
    rotate: async (): Promise<string | null> => (await done(rotate.mutateAsync(webhook)))?.secret ?? null,
    /** @returns whether it's gone */
    remove: async (): Promise<boolean> => {
      const answer = await attempt(remove.mutateAsync(webhook), common.nothingDone);
      if (answer) tell(common.deleted({ name }));
      return answer !== null;
    },
    refreshList: () => invalidate(trpc.webhooks.list),
  };
}
