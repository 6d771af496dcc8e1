'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { EntryEditor } from './entry-editor.tsx';

/** Reads an entry and opens it in the editor. */
export function EntryScreen({ entryId }: { readonly entryId: string }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const entry = useQuery(
    trpc.entries.get.queryOptions(
      { projectId: project.id, entryId, include: 'live_values' },
      { refetchInterval: 20_000 },
    ),
  );
  if (entry.data) return <EntryEditor entry={entry.data} />;
  if (entry.error) return <Failed error={entry.error} onRetry={() => void entry.refetch()} />;
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-6 pt-8">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-48" />
    </div>
  );
}
