'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input } from '@/ui/input.tsx';
import { tell } from '@/ui/toast.tsx';

interface SaveViewDialogProps {
  readonly collection: string | null;
  readonly onClose: () => void;
}

/** Keeps what the address of the list says under a name, for everybody in the project. */
export function SaveViewDialog({ collection, onClose }: SaveViewDialogProps) {
  const { project } = useProject();
  const { list: t, common } = useMessages();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.views.create.mutationOptions());
  const { register, handleSubmit } = useForm({ defaultValues: { name: '' } });
  const failure = create.error ? errorOf(create.error) : null;
  const submit = handleSubmit(async ({ name }) => {
    const query = Object.fromEntries(new URLSearchParams(window.location.search));
    await create.mutateAsync({ projectId: project.id, name, collection_key: collection, query });
    await queryClient.invalidateQueries(trpc.views.pathFilter());
    tell(t.viewSaved(name));
    onClose();
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t.saveView} description={t.viewHelp}>
      <form className="flex flex-col gap-4 pb-4" onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <Field label={t.viewName} error={failure?.details.find(({ path }) => path[0] === 'name')?.message}>
          {(control) => <Input {...control} {...register('name', { required: true })} maxLength={80} autoFocus />}
        </Field>
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" busy={create.isPending} className="self-end">
          {common.save}
        </Button>
      </form>
    </Dialog>
  );
}
