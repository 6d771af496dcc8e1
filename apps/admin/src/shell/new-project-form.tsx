'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { messageFor } from '@/sign-in/messages.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input } from '@/ui/input.tsx';
import { Link } from '@/ui/link.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** Makes a project, whose owner one becomes, and opens it. */
export function NewProjectForm() {
  useSignedIn();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.projects.create.mutationOptions());
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '', locales: 'en' } });
  const failure = create.error ? errorOf(create.error) : null;
  const submit = handleSubmit(async ({ name, locales }) => {
    const project = await create.mutateAsync({ name, locales: locales.split(/[\s,]+/).filter(Boolean) });
    await queryClient.invalidateQueries(trpc.projects.list.queryFilter());
    router.replace(`/projects/${project.id}/entries`);
  });
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <h1 className="text-2xl font-semibold">New project</h1>
      <Field label="Name" error={formState.errors.name?.message ?? messageFor(failure, 'name')}>
        {(control) => <Input {...control} autoFocus {...register('name', { required: 'Give it a name.' })} />}
      </Field>
      <Field
        label="Languages"
        help="Language tags with commas between, the default one first: en, de, pt-BR."
        error={formState.errors.locales?.message ?? messageFor(failure, 'locales')}
      >
        {(control) => <Input {...control} {...register('locales', { required: 'Name at least one.' })} />}
      </Field>
      <FormFailure failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Create project
        </Button>
        <Button asChild variant="ghost">
          <Link href="/">Cancel</Link>
        </Button>
      </div>
    </form>
  );
}
