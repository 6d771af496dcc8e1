'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { signIn } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Link } from '@/ui/link.tsx';
import { GateForm } from './gate-form.tsx';
import { messageFor } from './messages.ts';
import { PersonFields } from './person-fields.tsx';

/** Makes the first owner of a new instance, with the code that the server printed. */
export function SetUpForm() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const setUp = useMutation(trpc.instance.setUp.mutationOptions());
  const form = useForm({ defaultValues: { code: '', name: '', email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const failure = setUp.error ? errorOf(setUp.error) : null;
  const submit = form.handleSubmit(async (values) => {
    await setUp.mutateAsync({ ...values, code: values.code.trim() });
    await signIn(values.email, values.password);
    queryClient.removeQueries();
    router.replace('/');
  });
  if (instance.data?.set_up) {
    return (
      <div className="flex flex-col gap-3">
        <h1 className="text-xl font-semibold">This instance has an owner</h1>
        <p className="text-sm text-muted">Ask them for an invitation, or sign in.</p>
        <Link href="/sign-in" className="text-sm text-accent underline">
          Sign in
        </Link>
      </div>
    );
  }
  return (
    <GateForm
      title="Set up Stele"
      lead="The first account owns this instance. The server printed a one-time code when it started."
      action="Create the account"
      busy={isSubmitting}
      problem={failure && failure.details.length === 0 ? failure.message : null}
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <Field label="Set-up code" error={errors.code?.message ?? messageFor(failure, 'code')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            {...form.register('code', { required: 'Enter the code.' })}
          />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message ?? messageFor(failure, 'email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            {...form.register('email', { required: 'Enter your email address.' })}
          />
        )}
      </Field>
      <PersonFields form={form} failure={failure} />
    </GateForm>
  );
}
