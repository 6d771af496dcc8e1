import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';

/** What one is called; the address one signs in with. */
export function ProfileSection({ user }: { readonly user: SessionUser }) {
  const { account: t, common, gate } = useMessages();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { name: user.name } });
  const submit = handleSubmit(async ({ name }) => {
    const answer = await askAuth('update-user', { name });
    setProblem(answer.ok ? undefined : failureText(answer.failure, gate));
    if (!answer.ok) return;
    reset({ name });
    await queryClient.invalidateQueries(sessionQuery);
    tell(t.saved);
  });
  return (
    <Section title={t.profile}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
        <TextField
          label={t.name}
          error={formState.errors.name?.message ?? problem}
          autoComplete="name"
          {...register('name', { required: t.enterName })}
        />
        <TextField label={t.email} help={t.emailHelp} type="email" value={user.email} readOnly disabled />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          disabled={!formState.isDirty}
          busy={formState.isSubmitting}
        >
          {common.save}
        </Button>
      </form>
    </Section>
  );
}
