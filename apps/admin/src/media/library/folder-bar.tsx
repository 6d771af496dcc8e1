import { useDroppable } from '@dnd-kit/core';
import { ChevronRight, Folder as FolderIcon, FolderPlus, Images, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { type Folder, useFolderList } from '../use-folders.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { useFolderActions } from './use-folder-actions.ts';

/** Where files are dropped to take them out of their folder. */
export const NO_FOLDER = 'none';

interface FolderBarProps {
  /** Id of the folder that is open, `none`, or null for all files. */
  readonly folder: string | null;
  readonly onOpen: (folder: string | null) => void;
}

/** The way to the open folder, and the folders in it. Files are dragged onto any of them. */
export function FolderBar({ folder: openId, onOpen }: FolderBarProps) {
  const { may } = useProject();
  const folders = useFolderList() ?? [];
  const actions = useFolderActions();
  const [dialog, setDialog] = useState<'create' | 'rename' | null>(null);
  const open = folders.find(({ id }) => id === openId) ?? null;
  const way = wayTo(folders, open);
  const inside = folders
    .filter(({ parent_id: parent }) => parent === (open?.id ?? null))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <nav aria-label={t.folders} className="flex flex-col gap-2 px-4 pb-3 sm:px-6">
      <ol className="flex flex-wrap items-center gap-x-0.5 text-sm">
        <li>
          <FolderLink id={NO_FOLDER} current={openId === null} onOpen={() => onOpen(null)} plain>
            <Images aria-hidden /> {t.allFiles}
          </FolderLink>
        </li>
        {openId === NO_FOLDER && <Crumb>{media.noFolder}</Crumb>}
        {way.map(({ id, name }) => (
          <Crumb key={id}>
            <FolderLink id={id} current={id === openId} onOpen={() => onOpen(id)} plain>
              <span dir="auto" className="max-w-48 truncate">
                {name}
              </span>
            </FolderLink>
          </Crumb>
        ))}
        {open && may('asset.write') && (
          <li>
            <Menu
              align="start"
              trigger={
                <IconButton
                  icon={MoreHorizontal}
                  label={t.folderMenu({ folder: open.name })}
                  className="max-sm:size-10 pointer-coarse:size-10"
                />
              }
            >
              <MenuItem icon={Pencil} label={common.rename} onSelect={() => setDialog('rename')} />
              <MenuItem
                icon={Trash2}
                label={t.deleteFolder}
                danger
                onSelect={() => actions.remove(open, () => onOpen(open.parent_id))}
              />
            </Menu>
          </li>
        )}
      </ol>
      <ul className="flex gap-1.5 overflow-x-auto py-0.5 sm:flex-wrap sm:overflow-visible">
        {inside.map(({ id, name }) => (
          <li key={id} className="min-w-0 shrink-0">
            <FolderLink id={id} current={false} onOpen={() => onOpen(id)}>
              <FolderIcon aria-hidden />
              <span dir="auto" title={name} className="max-w-40 truncate">
                {name}
              </span>
            </FolderLink>
          </li>
        ))}
        {openId === null && folders.length > 0 && (
          <li className="shrink-0">
            <FolderLink id={`${NO_FOLDER}-chip`} current={false} onOpen={() => onOpen(NO_FOLDER)}>
              {media.noFolder}
            </FolderLink>
          </li>
        )}
        {may('asset.write') && openId !== NO_FOLDER && (
          <li className="shrink-0">
            <Button
              icon={FolderPlus}
              label={t.newFolder}
              variant="ghost"
              className="text-muted max-sm:h-11"
              onClick={() => setDialog('create')}
            />
          </li>
        )}
      </ul>
      {dialog === 'create' && (
        <FolderDialog
          title={open ? t.newFolderIn({ folder: open.name }) : t.newFolder}
          action={common.create}
          busy={actions.isPending}
          onName={(name) => actions.create(name, open?.id ?? null, () => setDialog(null))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'rename' && open && (
        <FolderDialog
          title={t.renameFolder({ folder: open.name })}
          action={common.rename}
          initial={open.name}
          busy={actions.isPending}
          onName={(name) => actions.rename(open, name, () => setDialog(null))}
          onClose={() => setDialog(null)}
        />
      )}
    </nav>
  );
}

function Crumb({ children }: { readonly children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-0.5">
      <ChevronRight className="size-3.5 shrink-0 text-muted rtl:rotate-180" aria-hidden />
      {children}
    </li>
  );
}

interface FolderLinkProps {
  readonly id: string;
  readonly current: boolean;
  readonly onOpen: () => void;
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** A folder that is opened by a press, and takes files that are dropped on it. */
function FolderLink({ id, current, onOpen, plain = false, children }: FolderLinkProps) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <button
      ref={setNodeRef}
      type="button"
      onClick={onOpen}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-9 min-w-0 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover max-sm:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
        plain ? 'text-muted aria-[current]:font-medium aria-[current]:text-foreground' : 'border bg-surface px-3',
        isOver && 'bg-accent-soft text-accent ring-2 ring-accent [&_svg]:text-accent',
      )}
    >
      {children}
    </button>
  );
}

/** The folders from the top to one, itself the last. */
function wayTo(folders: readonly Folder[], folder: Folder | null): readonly Folder[] {
  if (!folder) return [];
  return [...wayTo(folders, folders.find(({ id }) => id === folder.parent_id) ?? null), folder];
}
