import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** What changed in the source language since an entry was translated; null where there's nothing to compare. */
export function useTranslation(entry: Outputs['entries']['get'], locale: string) {
  const { project } = useProject();
  const trpc = useTRPC();
  const isTranslation = locale !== project.default_locale && Object.hasOwn(entry.values, locale);
  const translation = useQuery(
    trpc.entries.compareTranslation.queryOptions(
      { projectId: project.id, entryId: entry.id, locale },
      { enabled: isTranslation, staleTime: 20_000 },
    ),
  );
  return isTranslation ? (translation.data ?? null) : null;
}
