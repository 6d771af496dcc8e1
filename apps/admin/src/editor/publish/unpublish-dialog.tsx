import { entries as t } from '#messages/entries';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { LeaveDialog } from '@/entry/leave-dialog.tsx';
import { useRefresh, useRepublishEntry } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';

interface UnpublishDialogProps {
  readonly entry: Outputs['entries']['get'];
  readonly onClose: () => void;
}

/** Takes an entry off the site, in all or some of its languages; the message that says so puts it back. */
export function UnpublishDialog({ entry, onClose }: UnpublishDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const republish = useRepublishEntry();
  const target = { projectId: project.id, entryId: entry.id };
  const unpublish = useAction(trpc.entries.unpublish, t.notUnpublished, ({ warnings }, { locales }) => {
    const more = warnings.length > 0 ? ` ${t.stillReferredTo({ count: warnings.length })}` : '';
    tell(`${t.unpublished}${more}`, () => republish(entry.title, { ...target, locales }), entry.id);
    onClose();
    return refresh();
  });
  return (
    <LeaveDialog
      action="unpublish"
      entries={[entry]}
      busy={unpublish.isPending}
      onClose={onClose}
      onConfirm={(leaving) => unpublish.mutate({ ...target, locales: [...(leaving.get(entry.id) ?? [])] })}
    />
  );
}
