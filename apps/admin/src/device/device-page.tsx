import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { common } from '#messages/common';
import { gate } from '#messages/gate';
import { errorText } from '@/api/error-texts.ts';
import { askAuth } from '@/api/session.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { GateForm } from '@/sign-in/gate-form.tsx';
import { GateMessage } from '@/sign-in/gate-message.tsx';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { TextField } from '@/ui/field.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { type AskingDevice, DeviceQuestion } from './device-question.tsx';

/** An error that the admin itself finds: its text is in the catalogs. */
const CODE_OVER = { code: 'auth.device_code_over', message: '' };

/** Lets a program in that shows a code: first the code, then the question, then what became of it. */
export function DevicePage() {
  const t = gate.device;
  const query = useSearchParams();
  const { user, error, retry } = useSignedIn();
  const [device, setDevice] = useState<AskingDevice | null>(null);
  const [outcome, setOutcome] = useState<'allow' | 'deny' | null>(null);
  const form = useAuthForm(
    { code: query.get('code') ?? '' },
    (values) => askAuth('device/preview', values),
    (body, { code }) => setDevice({ ...body, code: shownCode(code) }),
    (failure) => (failure.status === 400 ? errorText(CODE_OVER) : failureText(failure, gate)),
  );
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
      form.setProblem(errorText(CODE_OVER));
    };
    return <DeviceQuestion device={device} email={user.email} onDone={setOutcome} onOver={askAgain} />;
  }
  return (
    <GateForm {...form.state} title={t.title} lead={t.lead} action={common.continue} problem={form.problem}>
      <TextField
        label={common.code}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        className="font-mono uppercase tracking-widest"
        {...form.field('code', { required: common.enterCode })}
      />
    </GateForm>
  );
}

/** A code as the program shows it, however it was typed. */
function shownCode(typed: string): string {
  const plain = typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}
