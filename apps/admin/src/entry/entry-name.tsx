import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';

/** Title of an entry that is known by its id; the id until it's read, and when there's no such entry. */
export function EntryName({ id }: { readonly id: string }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const t = useMessages().common;
  const entry = useQuery(
    trpc.entries.get.queryOptions({ projectId: project.id, entryId: id }, { staleTime: 60_000, retry: false }),
  );
  return <span className="min-w-0 truncate">{entry.data ? entry.data.title || t.untitled : id}</span>;
}
