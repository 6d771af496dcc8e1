import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
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
    <FormDialog
      onClose={onClose}
      title={t.saveView}
      description={t.viewHelp}
      action={common.save}
      busy={create.isPending}
      failure={failure}
      onSubmit={submit}
    >
      <TextField
        label={t.viewName}
        error={failure?.details.find(({ path }) => path[0] === 'name')?.message}
        {...register('name', { required: true })}
        maxLength={80}
        autoFocus
      />
    </FormDialog>
  );
}
