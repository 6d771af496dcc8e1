import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useWebhooksWords } from '@/i18n/webhooks-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellProblem } from '@/ui/toast.tsx';

/** What an owner does with a webhook, besides changing its settings. Each says what came of it. */
export function useWebhookActions({ id, name }: Pick<Outputs['webhooks']['get'], 'id' | 'name'>) {
  const { project } = useProject();
  const t = useWebhooksWords();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const webhook = { projectId: project.id, webhookId: id };
  const test = useMutation(trpc.webhooks.test.mutationOptions());
  const update = useMutation(trpc.webhooks.update.mutationOptions());
  const rotate = useMutation(trpc.webhooks.rotateSecret.mutationOptions());
  const remove = useMutation(trpc.webhooks.delete.mutationOptions());
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
      queryClient.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    ]);
  };
  /** @returns what was answered; null when it failed, which is said */
  const done = async <Answer>(action: Promise<Answer>): Promise<Answer | null> => {
    const answer = await action.catch((error: unknown) => {
      tellFailure(t.nothingDone, error);
      return null;
    });
    if (answer) await refresh();
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
      tellProblem(t.testFailed, last?.error ?? t.answered(String(last?.status ?? t.noAnswer)));
    },
    enable: async () => {
      if (await done(update.mutateAsync({ ...webhook, status: 'active' }))) tell(t.wasEnabled(name));
    },
    disable: async () => {
      if (await done(update.mutateAsync({ ...webhook, status: 'disabled' }))) tell(t.wasDisabled(name));
    },
    /** @returns the new secret; null when there's none */
    rotate: async (): Promise<string | null> => (await done(rotate.mutateAsync(webhook)))?.secret ?? null,
    /** @returns whether it's gone */
    remove: async (): Promise<boolean> => {
      const answer = await remove.mutateAsync(webhook).catch((error: unknown) => {
        tellFailure(t.nothingDone, error);
        return null;
      });
      if (!answer) return false;
      tell(t.deleted(name));
      return true;
    },
    refreshList: () => queryClient.invalidateQueries(trpc.webhooks.list.pathFilter()),
  };
}
