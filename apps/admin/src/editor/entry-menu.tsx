import { useMutation } from '@tanstack/react-query';
import { Copy, EyeOff, History, Trash2 } from 'lucide-react';

import { useState } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useRefresh, useRepublishEntry, useRestoreEntry } from '@/entry/use-entry-actions.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import { UnpublishDialog } from './publish/unpublish-dialog.tsx';

interface EntryMenuProps {
  readonly entry: Outputs['entries']['get'];
  /** Saves what isn't saved. */
  readonly flush: () => Promise<number | null>;
  readonly onShowHistory: () => void;
  /** The entry left: where to go then. */
  readonly onLeave: () => void;
}

/** What else can be done with an entry. */
export function EntryMenu({ entry, flush, onShowHistory, onLeave }: EntryMenuProps) {
  const { project } = useProject();
  const { entries: t, common } = useMessages();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const restore = useRestoreEntry();
  const republish = useRepublishEntry();
  const [isUnpublishing, setUnpublishing] = useState(false);
  const target = { projectId: project.id, entryId: entry.id };
  const wasLive = entry.status === 'published';
  const duplicate = useMutation(
    trpc.entries.duplicate.mutationOptions({
      onSuccess: (copy) => {
        tell(t.duplicated);
        void refresh();
        navigate.push(`/projects/${project.id}/entries/${copy.id}`);
      },
      onError: (error) => tellFailure(t.notDuplicated, error),
    }),
  );
  const remove = useMutation(
    trpc.entries.delete.mutationOptions({
      onSuccess: ({ warnings }) => {
        const more = warnings.length > 0 ? ` ${t.stillReferredTo(warnings.length)}` : '';
        tell(
          `${t.deleted(entry.title || common.untitled)}${more}`,
          () => (wasLive ? republish(entry.title, target) : restore.mutate(target)),
          entry.id,
        );
        onLeave();
        return refresh();
      },
      onError: (error) => tellFailure(t.notDeleted, error),
    }),
  );
  return (
    <>
      <MoreMenu label={common.more} size="icon">
        <MenuItem icon={History} label={common.history} className="sm:hidden" onSelect={onShowHistory} />
        <MenuItem
          icon={Copy}
          label={common.duplicate}
          onSelect={() => void flush().then((base) => (base === null ? tellUnsaved() : duplicate.mutate(target)))}
        />
        <MenuItem icon={EyeOff} label={common.unpublish} disabled={!wasLive} onSelect={() => setUnpublishing(true)} />
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          label={common.delete}
          danger
          onSelect={() => void flush().then(() => remove.mutate(target))}
        />
      </MoreMenu>
      {isUnpublishing && <UnpublishDialog entry={entry} onClose={() => setUnpublishing(false)} />}
    </>
  );
}
