import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';

/** What an entry is called, or that it's gone; null for none, and until it's known. */
export function useEntryTitle(entryId: string | null): string | null {
  const { common, richtext } = useMessages();
  const { project } = useProject();
  const trpc = useTRPC();
  const { data, isError } = useQuery(
    trpc.entries.get.queryOptions(
      { projectId: project.id, entryId: entryId ?? '' },
      { enabled: entryId !== null, staleTime: 60_000 },
    ),
  );
  if (isError) return richtext.entryGone;
  return data ? data.title || common.untitled : null;
}
