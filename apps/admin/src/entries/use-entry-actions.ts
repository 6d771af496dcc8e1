'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { tell, tellFailure } from '@/ui/toast.tsx';

/** Makes whatever was read of entries and of the site be read anew. */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.entries.pathFilter()),
      queryClient.invalidateQueries(trpc.snapshots.pathFilter()),
    ]);
  };
}

/** Brings an entry back from the trash. */
export function useRestoreEntry() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  return useMutation(
    trpc.entries.restore.mutationOptions({
      onSuccess: (entry) => {
        tell(`“${entry.title || 'Untitled'}” is a draft again.`);
        return refresh();
      },
      onError: (error) => tellFailure('The entry could not be restored', error),
    }),
  );
}
