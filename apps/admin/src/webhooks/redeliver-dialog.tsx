import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useWebhooksWords } from '@/i18n/webhooks-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';

interface RedeliverDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Sends everything between two times again. */
export function RedeliverDialog({ webhookId, onClose }: RedeliverDialogProps) {
  const { project } = useProject();
  const t = useWebhooksWords();
  const { number } = useFormats();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const send = useMutation(trpc.webhookDeliveries.redeliverRange.mutationOptions());
  const failure = send.error ? errorOf(send.error) : null;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { from: '', to: '' } });
  const submit = handleSubmit(async ({ from, to }) => {
    const { count } = await send.mutateAsync({
      projectId: project.id,
      webhookId,
      from: new Date(from).toISOString(),
      ...(to && { to: new Date(to).toISOString() }),
    });
    tell(t.redeliveredMany(count, number(count)));
    await queryClient.invalidateQueries(trpc.webhookDeliveries.pathFilter());
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t.redeliverMany}
      description={t.redeliverManyLead}
      action={t.redeliver}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={submit}
    >
      <TextField
        label={t.since}
        error={formState.errors.from?.message ?? messageFor(failure, 'from')}
        type="datetime-local"
        {...register('from', { required: t.giveSince })}
      />
      <TextField
        label={t.until}
        help={t.untilHelp}
        error={messageFor(failure, 'to')}
        type="datetime-local"
        {...register('to')}
      />
    </FormDialog>
  );
}
