import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '@/api/error-texts.ts';
import { askAuth } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { GateForm } from '@/sign-in/gate-form.tsx';
import { GateMessage } from '@/sign-in/gate-message.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { TextField } from '@/ui/field.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { type AskingDevice, DeviceQuestion } from './device-question.tsx';

/** What the admin finds out by itself has its text in the catalogs alone. */
const CODE_OVER = { code: 'auth.device_code_over', message: '' };

/** Lets a program in that shows a code: first the code, then the question, then what became of it. */
export function DevicePage() {
  const { gate } = useMessages();
  const t = gate.device;
  const query = useSearchParams();
  const { user, error, retry } = useSignedIn();
  const [device, setDevice] = useState<AskingDevice | null>(null);
  const [outcome, setOutcome] = useState<'allow' | 'deny' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: query.get('code') ?? '' } });
  const submit = handleSubmit(async ({ code }) => {
    const answer = await askAuth<Omit<AskingDevice, 'code'>>('device/preview', { code });
    const isMistyped = !answer.ok && answer.failure.status === 400;
    setProblem(answer.ok ? null : isMistyped ? errorText(CODE_OVER) : failureText(answer.failure, gate));
    if (answer.ok) setDevice({ ...answer.body, code: shownCode(code) });
  });
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!user) return <Skeleton className="h-40" />;
  if (outcome) {
    return outcome === 'allow' ? (
      <GateMessage title={t.allowed} lead={t.allowedHelp} />
    ) : (
      <GateMessage title={t.denied} lead={t.deniedHelp} />
    );
  }
  if (device) {
    const askAgain = (): void => {
      setDevice(null);
      setProblem(errorText(CODE_OVER));
    };
    return <DeviceQuestion device={device} email={user.email} onDone={setOutcome} onOver={askAgain} />;
  }
  return (
    <GateForm
      title={t.title}
      lead={t.lead}
      action={t.next}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={submit}
    >
      <TextField
        label={t.code}
        error={formState.errors.code?.message}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        className="font-mono uppercase tracking-widest"
        {...register('code', { required: t.giveCode })}
      />
    </GateForm>
  );
}

/** A code as the program shows it, however it was typed. */
function shownCode(typed: string): string {
  const plain = typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}
