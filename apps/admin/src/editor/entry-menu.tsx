import { Copy, EyeOff, History, Languages, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { entries as t } from '#messages/entries';
import { list } from '#messages/list';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useAsksBeforeTrash } from '@/entry/dry-run.ts';
import { useRefresh, useRepublishEntry, useRestoreEntry } from '@/entry/use-entry-actions.ts';
import { mayPublish } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { attempt, tell, tellUnsaved } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';

const UnpublishDialog = lazyPart(async () => (await import('./publish/unpublish-dialog.tsx')).UnpublishDialog);
const LeaveDialog = lazyPart(async () => (await import('@/entry/leave-dialog.tsx')).LeaveDialog);
const ExportDialog = lazyPart(async () => (await import('@/translation/export-dialog.tsx')).ExportDialog);

interface EntryMenuProps {
  readonly entry: Outputs['entries']['get'];
  /** The language that is edited. */
  readonly locale: string;
  /** Saves what isn't saved. */
  readonly flush: () => Promise<number | null>;
  readonly onShowHistory: () => void;
  /** The entry left: where to go then. */
  readonly onLeave: () => void;
}

/** Further actions on an entry. */
export function EntryMenu({ entry, locale, flush, onShowHistory, onLeave }: EntryMenuProps) {
  const opened = useProject();
  const { project, schema } = opened;
  const canPublish = mayPublish(opened, entry);
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const restore = useRestoreEntry();
  const republish = useRepublishEntry();
  const isTrashAsked = useAsksBeforeTrash();
  const [pending, setPending] = useState<'unpublish' | 'trash' | 'export' | null>(null);
  const target = { projectId: project.id, entryId: entry.id };
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key);
  const wasLive = entry.status === 'published';
  const duplicate = useAction(trpc.entries.duplicate, t.notDuplicated, (copy) => {
    tell(t.duplicated);
    void refresh();
    navigate.push(`/projects/${project.id}/entries/${copy.id}`);
  });
  const remove = useAction(
    trpc.entries.delete,
    t.notDeleted,
    ({ warnings }) => {
      const more = warnings.length > 0 ? ` ${t.stillReferredTo({ count: warnings.length })}` : '';
      tell(
        `${t.deleted({ title: entry.title || common.untitled })}${more}`,
        () => (wasLive ? republish(entry.title, target) : restore.mutate(target)),
        entry.id,
      );
      onLeave();
      return refresh();
    },
    () => setPending(null),
  );
  const askToRemove = async (): Promise<void> => {
    await flush();
    const isAsked = await attempt(isTrashAsked([entry.id]), t.notDeleted);
    if (isAsked) setPending('trash');
    else if (isAsked === false) remove.mutate(target);
  };
  return (
    <>
      <MoreMenu label={common.more} size="icon" className="max-sm:size-11">
        <MenuItem icon={History} label={common.history} className="sm:hidden" onSelect={onShowHistory} />
        {!collection?.singleton && (
          <MenuItem
            icon={Copy}
            label={common.duplicate}
            onSelect={() => void flush().then((base) => (base === null ? tellUnsaved() : duplicate.mutate(target)))}
          />
        )}
        {project.locales.length > 1 && (
          <MenuItem
            icon={Languages}
            label={list.exportTexts}
            onSelect={() => void flush().then((base) => (base === null ? tellUnsaved() : setPending('export')))}
          />
        )}
        <MenuItem
          icon={EyeOff}
          label={common.unpublish}
          disabled={!wasLive || !canPublish}
          onSelect={() => setPending('unpublish')}
        />
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          label={common.delete}
          danger
          disabled={wasLive && !canPublish}
          onSelect={() => void askToRemove()}
        />
      </MoreMenu>
      {pending === 'unpublish' && <UnpublishDialog entry={entry} onClose={() => setPending(null)} />}
      {pending === 'export' && <ExportDialog ids={[entry.id]} locale={locale} onClose={() => setPending(null)} />}
      {pending === 'trash' && (
        <LeaveDialog
          action="trash"
          entries={[entry]}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(target)}
          onClose={() => setPending(null)}
        />
      )}
    </>
  );
}
