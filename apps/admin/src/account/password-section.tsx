import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { NewPasswordField } from '@/sign-in/new-password-field.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';
import { SESSIONS_KEY } from './sessions-query.ts';

/** Changes the password, which ends all other sessions. */
export function PasswordSection() {
  const { account: t, gate } = useMessages();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const answer = await askAuth('change-password', values);
    setProblem(answer.ok ? undefined : failureText(answer.failure, gate));
    if (!answer.ok) return;
    form.reset();
    await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    tell(t.changed);
  });
  return (
    <Section title={t.password} lead={t.passwordLead}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
        <TextField
          label={t.current}
          error={errors.currentPassword?.message ?? problem}
          type="password"
          autoComplete="current-password"
          {...form.register('currentPassword', { required: t.enterCurrent })}
        />
        <NewPasswordField
          label={t.next}
          error={errors.newPassword?.message}
          register={(rules) => form.register('newPassword', rules)}
        />
        <Button type="submit" className="self-start" busy={isSubmitting}>
          {t.change}
        </Button>
      </form>
    </Section>
  );
}
