import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/**
 * Changes in the source language since an entry was translated, and fields that a machine translated, also in a language that
 * became the default one since; null where there's nothing to compare.
 */
export function useTranslation(entry: Outputs['entries']['get'], locale: string) {
  const { project, user } = useProject();
  const trpc = useTRPC();
  const isMarked = Object.hasOwn(entry.unchecked_fields, locale);
  const isCompared = (locale !== project.default_locale || isMarked) && Object.hasOwn(entry.values, locale);
  const translation = useQuery(
    trpc.entries.compareTranslation.queryOptions(
      { projectId: project.id, entryId: entry.id, locale },
      { enabled: isCompared, staleTime: 20_000 },
    ),
  );
  // A save may have dealt with what is marked, and someone else's may be by machine.
  const isOwn = entry.updated_by.id === user.id;
  const hasMarks = [translation.data?.changed_fields, translation.data?.machine_fields].some(
    (fields) => fields?.length,
  );
  const { refetch } = translation;
  const { version } = entry;
  const known = useRef(version);
  useEffect(() => {
    if (known.current === version) return;
    known.current = version;
    if (hasMarks || !isOwn) void refetch();
  }, [version, hasMarks, isOwn, refetch]);
  return isCompared ? (translation.data ?? null) : null;
}
