import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { entries as t } from '#messages/entries';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';

/** Has everything that was read of entries and of the site read again. */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  return () => invalidate(trpc.entries, trpc.snapshots, trpc.deployments);
}

/** Brings an entry back from the trash, as a draft. */
export function useRestoreEntry() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  return useAction(trpc.entries.restore, t.notRestored, (entry) => {
    tell(t.restored({ title: entry.title || common.untitled }));
    return refresh();
  });
}

/** Puts an entry back on the site exactly as it left, from the trash too: the undo of a deletion or an unpublication. */
export function useRepublishEntry() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const republish = useMutation(trpc.entries.republish.mutationOptions());
  // The component that asked may be gone by the end: messages outlive screens.
  return (title: string, target: { projectId: string; entryId: string; locales?: string[] }): void =>
    void republish.mutateAsync(target).then(
      () => {
        tell(t.backLive({ title: title || common.untitled }));
        return refresh();
      },
      (error: unknown) => tellFailure(t.notPutBack, error),
    );
}

/** Puts the content from before a publish back on the site; later publishes by others stay. */
export function useUndoPublish() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const undo = useMutation(trpc.entries.undoPublish.mutationOptions());
  return (target: { projectId: string; entryId: string; version: number }): void =>
    void undo.mutateAsync(target).then(
      () => {
        tell(t.publishUndone);
        return refresh();
      },
      (error: unknown) => tellFailure(t.publishNotUndone, error),
    );
}
