import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';
import { tell } from '@/ui/toast.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The project's name, and what others know it by. */
export function ProjectSettings() {
  const { project, mayManage } = useProject();
  const { settings: t, common } = useMessages();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.projects.update.mutationOptions());
  const failure = update.error ? errorOf(update.error) : null;
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { name: project.name } });
  const submit = handleSubmit(async ({ name }) => {
    const saved = await update.mutateAsync({ projectId: project.id, name });
    reset({ name: saved.name });
    await queryClient.invalidateQueries(trpc.projects.pathFilter());
    tell(t.saved);
  });
  return (
    <SettingsFrame>
      <form
        noValidate
        className="flex flex-col gap-4 rounded-lg border bg-surface p-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <TextField
          label={t.name}
          error={formState.errors.name?.message ?? messageFor(failure, 'name')}
          disabled={!mayManage}
          {...register('name', { required: t.giveName })}
        />
        <div>
          <p className="mb-1.5 text-sm font-medium">{t.projectId}</p>
          <SecretBox label={t.projectId} value={project.id} />
        </div>
        <FormFailure failure={failure} />
        {mayManage && (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            disabled={!formState.isDirty}
            busy={formState.isSubmitting}
          >
            {common.save}
          </Button>
        )}
      </form>
    </SettingsFrame>
  );
}
