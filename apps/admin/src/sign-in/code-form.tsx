import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';

interface CodeFormProps {
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** The code of the authenticator app, or a recovery code, after the password. */
export function CodeForm({ onDone, onBack }: CodeFormProps) {
  const t = useMessages().gate;
  const [isRecovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { code: '', trustDevice: false } });
  const submit = handleSubmit(async (values) => {
    const answer = await askAuth(`two-factor/verify-${isRecovery ? 'backup-code' : 'totp'}`, values);
    setProblem(answer.ok ? null : failureText(answer.failure, t));
    if (answer.ok) onDone();
  });
  return (
    <GateForm
      title={isRecovery ? t.recoveryTitle : t.codeTitle}
      lead={isRecovery ? t.recoveryLead : t.codeLead}
      action={t.continue}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={submit}
    >
      <Field label={isRecovery ? t.recoveryCode : t.code} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            key={String(isRecovery)}
            {...control}
            autoFocus
            autoComplete="one-time-code"
            spellCheck={false}
            inputMode={isRecovery ? 'text' : 'numeric'}
            className="font-mono tracking-widest"
            {...register('code', { required: t.enterCode })}
          />
        )}
      </Field>
      <label className="flex min-h-6 items-center gap-2.5 text-sm">
        <input type="checkbox" className="size-4 accent-accent" {...register('trustDevice')} />
        {t.trustDevice}
      </label>
      <div className="order-last flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setRecovery(!isRecovery);
            setProblem(null);
            reset();
          }}
        >
          {isRecovery ? t.useApp : t.useRecovery}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t.backToPassword}
        </Button>
      </div>
    </GateForm>
  );
}
