import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { signIn } from '@/api/session.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { knowsPasskeys, signInWithPasskey } from './passkey-sign-in.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface PasswordFormProps {
  /** The path to go to after a provider. */
  readonly next: () => string;
  readonly onDone: () => void;
  /** The password was right, and a code is asked for. */
  readonly onCode: () => void;
}

/** Email and password, a passkey, or a provider. */
export function PasswordForm({ next, onDone, onCode }: PasswordFormProps) {
  const [hasPasskeys, setHasPasskeys] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setHasPasskeys(knowsPasskeys()), []);
  const form = useAuthForm(
    { email: '', password: '' },
    ({ email, password }) => signIn(email, password),
    ({ needsCode }) => (needsCode ? onCode() : onDone()),
  );
  const byPasskey = async (): Promise<void> => {
    setAsking(true);
    const answer = await signInWithPasskey();
    setAsking(false);
    if (!answer) form.setProblem(t.passkeyCancelled);
    else if (answer.ok) onDone();
    else form.setProblem(failureText(answer.failure, t));
  };
  return (
    <div className="flex flex-col gap-4">
      <GateForm {...form.state} title={t.signIn} action={t.signIn} problem={form.problem}>
        <ProviderButtons next={next} />
        <TextField
          label={common.email}
          type="email"
          autoComplete="username webauthn"
          autoFocus
          {...form.field('email', { required: t.enterEmail })}
        />
        <TextField
          label={common.password}
          type="password"
          autoComplete="current-password"
          {...form.field('password', { required: t.enterPassword })}
        />
      </GateForm>
      {hasPasskeys && (
        <>
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {t.or}
          </p>
          <Button
            icon={KeyRound}
            label={t.passkey}
            className="w-full"
            busy={isAsking}
            onClick={() => void byPasskey()}
          />
        </>
      )}
      <Link href="/forgot-password" className="self-center py-1 text-sm text-accent underline">
        {t.forgot}
      </Link>
    </div>
  );
}
