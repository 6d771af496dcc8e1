import { useQueries, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** Entries by their ids, each read on its own, for screens that only name them. */
export function useEntries(ids: readonly string[]) {
  const { project } = useProject();
  const trpc = useTRPC();
  return useQueries({
    queries: ids.map((entryId) =>
      trpc.entries.get.queryOptions({ projectId: project.id, entryId }, { staleTime: 60_000, retry: false }),
    ),
  });
}

/** An entry to edit, with its published values. Other people's changes appear by events, and where these don't get through within 20 seconds. */
export function useEditedEntry(entryId: string) {
  const { project } = useProject();
  const trpc = useTRPC();
  return useQuery(
    trpc.entries.get.queryOptions(
      { projectId: project.id, entryId, include: 'live_values' },
      { refetchInterval: 20_000 },
    ),
  );
}
