import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isOfParts } from '@/api/errors.ts';
import { askAuth } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useLanguage, useMessages } from '@/i18n/language-context.ts';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';

/** Asks for a mail with a link that resets the password, or says whom to ask where no mail is sent. */
export function ForgotPasswordForm() {
  const t = useMessages().gate;
  const language = useLanguage();
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const [sent, setSent] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(async ({ email }) => {
    const answer = await askAuth('password-reset/request', { email: email.trim(), language });
    const isWrong = !answer.ok && isOfParts(answer.failure);
    setProblem(answer.ok ? null : isWrong ? t.enterEmail : failureText(answer.failure, t));
    if (answer.ok) setSent(email.trim());
  });
  const back = (
    <Link href="/sign-in" className="text-sm text-accent underline">
      {t.signIn}
    </Link>
  );
  if (instance.isPending) return <Skeleton className="h-40" />;
  if (instance.data?.sends_mail === false) {
    return (
      <GateMessage title={t.noMailTitle} lead={t.noMailLead}>
        {back}
      </GateMessage>
    );
  }
  if (sent !== null) {
    return (
      <GateMessage title={t.sentTitle} lead={t.sentLead(sent)}>
        {back}
      </GateMessage>
    );
  }
  return (
    <GateForm
      title={t.forgotTitle}
      lead={t.forgotLead}
      action={t.sendLink}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={submit}
    >
      <TextField
        label={t.email}
        error={formState.errors.email?.message}
        type="email"
        autoComplete="username"
        autoFocus
        {...register('email', { required: t.enterEmail })}
      />
    </GateForm>
  );
}
