import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { isOfParts } from '@/api/errors.ts';
import { askAuth } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { language } from '@/i18n/language.ts';
import { mailLanguageOf } from '@/i18n/languages.ts';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for a mail with a link that resets the password, or says whom to ask where no mail is sent. */
export function ForgotPasswordForm() {
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const [sent, setSent] = useState<string | null>(null);
  const form = useAuthForm(
    { email: '' },
    ({ email }) => askAuth('password-reset/request', { email: email.trim(), language: mailLanguageOf(language) }),
    (_body, { email }) => setSent(email.trim()),
    (failure) => (isOfParts(failure) ? t.enterEmail : failureText(failure, t)),
  );
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
      <GateMessage title={t.sentTitle} lead={t.sentLead({ email: sent })}>
        {back}
      </GateMessage>
    );
  }
  return (
    <GateForm {...form.state} title={t.forgotTitle} lead={t.forgotLead} action={t.sendLink} problem={form.problem}>
      <TextField
        label={common.email}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.field('email', { required: t.enterEmail })}
      />
    </GateForm>
  );
}
