import { webhooks as t } from '#messages/webhooks';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { DayField } from '@/ui/day-field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';

interface RedeliverDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Sends everything between two times again. */
export function RedeliverDialog({ webhookId, onClose }: RedeliverDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const form = useServerForm({ from: '', to: '' }, async ({ from, to }) => {
    const { count } = await client.webhookDeliveries.redeliverRange.mutate({
      projectId: project.id,
      webhookId,
      from: new Date(from).toISOString(),
      ...(to && { to: new Date(to).toISOString() }),
    });
    tell(t.redeliveredMany({ count }));
    await invalidate(trpc.webhookDeliveries);
    onClose();
  });
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={t.redeliverMany}
      description={t.redeliverManyLead}
      action={t.redeliver}
    >
      <DayField
        hasTime
        control={form.control}
        name="from"
        rules={{ required: t.giveSince }}
        label={t.since}
        problem={form.problemAt('from')}
      />
      <DayField
        hasTime
        control={form.control}
        name="to"
        label={t.until}
        help={t.untilHelp}
        problem={form.problemAt('to')}
      />
    </FormDialog>
  );
}
