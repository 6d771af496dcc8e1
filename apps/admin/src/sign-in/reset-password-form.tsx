import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { askAuth } from '@/api/session.ts';
import { Link } from '@/ui/link.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useSecret } from './use-secret.ts';

/** Chooses a new password by a link. */
export function ResetPasswordForm() {
  const secret = useSecret();
  const [isDone, setDone] = useState(false);
  const link = useQuery({
    queryKey: ['password-reset', secret],
    queryFn: () => askAuth('password-reset/preview', { secret: secret ?? '' }),
    enabled: Boolean(secret),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useAuthForm(
    { password: '' },
    ({ password }) => askAuth('password-reset/complete', { secret: secret ?? '', password }),
    () => setDone(true),
  );
  if (isDone) {
    return (
      <GateMessage title={t.resetDone} lead={t.resetDoneHelp}>
        <LinkButton label={t.signIn} href="/sign-in" variant="primary" />
      </GateMessage>
    );
  }
  if (secret === '' || (link.data && !link.data.ok)) {
    const isOver = !link.data || link.data.ok || link.data.failure.status === 404 || link.data.failure.status === 400;
    return (
      <GateMessage
        title={t.deadReset}
        lead={isOver || !link.data || link.data.ok ? t.deadResetHelp : failureText(link.data.failure, t)}
      >
        <Link href="/forgot-password" className="text-sm text-accent underline">
          {t.askAgain}
        </Link>
      </GateMessage>
    );
  }
  if (!link.data) return <Skeleton className="h-40" />;
  return (
    <GateForm
      {...form.state}
      title={t.resetTitle}
      lead={t.resetLead({ email: link.data.body.email })}
      action={common.changePassword}
      problem={form.problem}
    >
      <input type="hidden" autoComplete="username" value={link.data.body.email} readOnly />
      <NewPasswordField label={common.newPassword} field={(rules) => form.field('password', rules)} />
    </GateForm>
  );
}
