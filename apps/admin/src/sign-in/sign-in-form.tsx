'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { signIn } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Link } from '@/ui/link.tsx';
import { GateForm } from './gate-form.tsx';
import { localPath } from './local-path.ts';

/** Signs in, and goes where one wanted to go. */
export function SignInForm() {
  const router = useRouter();
  const next = localPath(useSearchParams().get('next'));
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, password }) => {
    const refused = await signIn(email, password);
    setProblem(refused);
    if (refused) return;
    queryClient.removeQueries();
    await queryClient.prefetchQuery(sessionQuery);
    // What stands behind the # goes along: an invitation's secret, which no server is told in an address.
    const [, fragment] = window.location.hash.split('#');
    router.replace(fragment && !next.includes('#') ? `${next}#${fragment}` : next);
  });
  return (
    <GateForm title="Sign in" action="Sign in" busy={isSubmitting} problem={problem} onSubmit={submit}>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            autoFocus
            {...register('email', { required: 'Enter your email address.' })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            {...register('password', { required: 'Enter your password.' })}
          />
        )}
      </Field>
      {instance.data && !instance.data.set_up && (
        <p className="text-sm text-muted">
          Nobody owns this instance yet.{' '}
          <Link href="/setup" className="text-accent underline">
            Set it up
          </Link>
        </p>
      )}
    </GateForm>
  );
}
