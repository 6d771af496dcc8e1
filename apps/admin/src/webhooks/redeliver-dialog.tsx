'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useRoomWords } from '@/i18n/use-room-words.ts';
import { WEBHOOKS_WORDS } from '@/i18n/webhooks-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input } from '@/ui/input.tsx';
import { tell } from '@/ui/toast.tsx';

interface RedeliverDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Sends everything between two times again. */
export function RedeliverDialog({ webhookId, onClose }: RedeliverDialogProps) {
  const { project } = useProject();
  const t = useRoomWords(WEBHOOKS_WORDS);
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
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t.redeliverMany} description={t.redeliverManyLead}>
      <form
        noValidate
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Field label={t.since} error={formState.errors.from?.message ?? messageFor(failure, 'from')}>
          {(control) => <Input {...control} type="datetime-local" {...register('from', { required: t.giveSince })} />}
        </Field>
        <Field label={t.until} help={t.untilHelp} error={messageFor(failure, 'to')}>
          {(control) => <Input {...control} type="datetime-local" {...register('to')} />}
        </Field>
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" className="self-end max-sm:h-11" busy={formState.isSubmitting}>
          {t.redeliver}
        </Button>
      </form>
    </Dialog>
  );
}
