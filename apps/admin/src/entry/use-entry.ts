import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

type Entry = Outputs['entries']['get'];

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

/** Puts a newer state of an edited entry into the cache, so that the next change is based on it. */
export function useKeepNewer(entryId: string) {
  const { project } = useProject();
  const queryClient = useQueryClient();
  const key = useTRPC().entries.get.queryKey({ projectId: project.id, entryId, include: 'live_values' });
  // Others' changes may be read while one's own is under way.
  return (one: Partial<Entry> & Pick<Entry, 'version'>): void => {
    queryClient.setQueryData(key, (before) =>
      before && before.version <= one.version ? { ...before, ...one } : before,
    );
  };
}
