import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';

interface SaveViewDialogProps {
  readonly collection: string | null;
  readonly onClose: () => void;
}

/** Saves the filters, order and columns of the list under a name, for everyone in the project or for oneself. */
export function SaveViewDialog({ collection, onClose }: SaveViewDialogProps) {
  const { project, may } = useProject();
  const mayShare = may('entry.write');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const form = useServerForm({ name: '', isPrivate: !mayShare }, async ({ name, isPrivate }) => {
    // A view of a calendar shows the month that it's opened in.
    const { month: _, ...query } = Object.fromEntries(new URLSearchParams(window.location.search));
    const view = { name, collection_key: collection, query, is_private: isPrivate };
    await client.views.create.mutate({ projectId: project.id, ...view });
    await invalidate(trpc.views);
    tell(t.viewSaved({ name }));
    onClose();
  });
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={t.saveView}
      description={mayShare ? t.viewHelp : t.ownViewHelp}
      action={common.save}
    >
      <TextField label={common.name} {...form.field('name', { required: true })} maxLength={80} autoFocus />
      {mayShare && <Checkbox label={t.onlyForMe} className="max-sm:min-h-11" {...form.register('isPrivate')} />}
    </FormDialog>
  );
}
