'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';

/** A folder with the names on the way to it. */
export interface FolderPath {
  readonly id: string;
  /** Such as "Press / 2026". */
  readonly path: string;
}

/** The project's folders of files, in the order of their paths. */
export function useFolders(): readonly FolderPath[] {
  const { project } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.folders.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const folders = new Map((data?.data ?? []).map((folder) => [folder.id, folder]));
  const pathOf = (id: string): string => {
    const folder = folders.get(id);
    if (!folder) return '';
    return folder.parent_id ? `${pathOf(folder.parent_id)} / ${folder.name}` : folder.name;
  };
  return [...folders.keys()].map((id) => ({ id, path: pathOf(id) })).sort((a, b) => a.path.localeCompare(b.path));
}
