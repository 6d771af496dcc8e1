import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { signIn } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { knowsPasskeys, signInWithPasskey } from './passkey-sign-in.ts';

interface PasswordFormProps {
  readonly onDone: () => void;
  /** The password was right, and a code is asked for. */
  readonly onCode: () => void;
}

/** Email and password, or a passkey. */
export function PasswordForm({ onDone, onCode }: PasswordFormProps) {
  const t = useMessages().gate;
  const [problem, setProblem] = useState<string | null>(null);
  const [hasPasskeys, setHasPasskeys] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setHasPasskeys(knowsPasskeys()), []);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, password }) => {
    const answer = await signIn(email, password);
    setProblem(answer.ok ? null : failureText(answer.failure, t));
    if (!answer.ok) return;
    if (answer.body.needsCode) onCode();
    else onDone();
  });
  const byPasskey = async (): Promise<void> => {
    setAsking(true);
    const answer = await signInWithPasskey();
    setAsking(false);
    if (!answer) setProblem(t.passkeyCancelled);
    else if (answer.ok) onDone();
    else setProblem(failureText(answer.failure, t));
  };
  return (
    <div className="flex flex-col gap-4">
      <GateForm title={t.signIn} action={t.signIn} busy={isSubmitting} problem={problem} onSubmit={submit}>
        <TextField
          label={t.email}
          error={errors.email?.message}
          type="email"
          autoComplete="username webauthn"
          autoFocus
          {...register('email', { required: t.enterEmail })}
        />
        <TextField
          label={t.password}
          error={errors.password?.message}
          type="password"
          autoComplete="current-password"
          {...register('password', { required: t.enterPassword })}
        />
      </GateForm>
      {hasPasskeys && (
        <>
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {t.or}
          </p>
          <Button className="w-full" busy={isAsking} onClick={() => void byPasskey()}>
            <KeyRound aria-hidden /> {t.passkey}
          </Button>
        </>
      )}
      <Link href="/forgot-password" className="self-center py-1 text-sm text-accent underline">
        {t.forgot}
      </Link>
    </div>
  );
}
