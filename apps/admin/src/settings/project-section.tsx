'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { messageFor } from '@/sign-in/messages.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';

/** Name and languages. */
export function ProjectSection() {
  const { project, mayManage } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.projects.update.mutationOptions());
  const failure = update.error ? errorOf(update.error) : null;
  const { register, handleSubmit, formState, reset } = useForm({
    defaultValues: { name: project.name, locales: project.locales.join(', '), defaultLocale: project.default_locale },
  });
  const submit = handleSubmit(async ({ name, locales, defaultLocale }) => {
    const list = locales.split(/[\s,]+/).filter(Boolean);
    const saved = await update.mutateAsync({
      projectId: project.id,
      name,
      locales: list,
      default_locale: defaultLocale.trim(),
    });
    reset({ name: saved.name, locales: saved.locales.join(', '), defaultLocale: saved.default_locale });
    await queryClient.invalidateQueries(trpc.projects.pathFilter());
    tell('Saved.');
  });
  return (
    <Section title="Project">
      <form
        noValidate
        className="flex flex-col gap-4 rounded-lg border bg-surface p-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Field label="Name" error={formState.errors.name?.message ?? messageFor(failure, 'name')}>
          {(control) => (
            <Input {...control} readOnly={!mayManage} {...register('name', { required: 'Give it a name.' })} />
          )}
        </Field>
        <Field label="Languages" help="Language tags with commas between." error={messageFor(failure, 'locales')}>
          {(control) => <Input {...control} readOnly={!mayManage} {...register('locales')} />}
        </Field>
        <Field label="Default language" error={messageFor(failure, 'default_locale')}>
          {(control) => <Input {...control} readOnly={!mayManage} className="w-40" {...register('defaultLocale')} />}
        </Field>
        <FormFailure failure={failure} />
        {mayManage && (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            disabled={!formState.isDirty}
            busy={formState.isSubmitting}
          >
            Save
          </Button>
        )}
      </form>
    </Section>
  );
}
