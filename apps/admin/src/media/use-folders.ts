import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** A folder with the names on the way to it. */
interface FolderPath {
  readonly id: string;
  /** Names from the top folder down, such as "Press / 2026". */
  readonly path: string;
}

/** A folder as the API shows it. */
export type Folder = Outputs['folders']['list']['data'][number];

/** The project's folders, as they are; undefined until they're read. */
export function useFolderList(): readonly Folder[] | undefined {
  const { project } = useProject();
  const trpc = useTRPC();
  return useQuery(trpc.folders.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 })).data?.data;
}

/** The project's folders of files, in the order of their paths. */
export function useFolders(): readonly FolderPath[] {
  const data = useFolderList();
  const folders = new Map((data ?? []).map((folder) => [folder.id, folder]));
  const pathOf = (id: string): string => {
    const folder = folders.get(id);
    if (!folder) return '';
    return folder.parent_id ? `${pathOf(folder.parent_id)} / ${folder.name}` : folder.name;
  };
  return [...folders.keys()].map((id) => ({ id, path: pathOf(id) })).sort((a, b) => a.path.localeCompare(b.path));
}
