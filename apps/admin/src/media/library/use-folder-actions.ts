import { library as t } from '#messages/library';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import type { Folder } from '../use-folders.ts';

/** Creates, renames and deletes folders. Every message that says so can undo it. */
export function useFolderActions() {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const refresh = () => invalidate(trpc.folders);
  const create = useAction(trpc.folders.create, t.folderNotChanged, refresh);
  const update = useAction(trpc.folders.update, t.folderNotChanged, refresh);
  const remove = useAction(trpc.folders.delete, t.folderNotChanged, refresh);
  const projectId = project.id;
  const rename = (folder: Folder, name: string, done: () => void): void =>
    update.mutate(
      { projectId, folderId: folder.id, name },
      {
        onSuccess: (after) => {
          done();
          tell(t.folderRenamed({ folder: after.name }), () => rename(after, folder.name, () => undefined));
        },
      },
    );
  return {
    isPending: create.isPending || update.isPending || remove.isPending,
    create: (name: string, parentId: string | null, done: (folder: Folder) => void): void =>
      create.mutate(
        { projectId, name, parent_id: parentId },
        {
          onSuccess: (folder) => {
            done(folder);
            tell(t.folderCreated({ folder: folder.name }), () => remove.mutate({ projectId, folderId: folder.id }));
          },
        },
      ),
    rename,
    remove: (folder: Folder, done: () => void): void =>
      remove.mutate(
        { projectId, folderId: folder.id },
        {
          onSuccess: () => {
            done();
            tell(t.folderDeleted({ folder: folder.name }), () =>
              create.mutate({ projectId, name: folder.name, parent_id: folder.parent_id }),
            );
          },
        },
      ),
  };
}
