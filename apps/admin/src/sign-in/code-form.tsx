import { useState } from 'react';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { askAuth } from '@/api/session.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { GateForm } from './gate-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface CodeFormProps {
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** The code of the authenticator app, or a recovery code, after the password. */
export function CodeForm({ onDone, onBack }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useAuthForm(
    { code: '', trustDevice: false },
    (values) => askAuth(`two-factor/verify-${isRecovery ? 'backup-code' : 'totp'}`, values),
    onDone,
  );
  return (
    <GateForm
      {...form.state}
      title={isRecovery ? t.recoveryTitle : t.codeTitle}
      lead={isRecovery ? t.recoveryLead : t.codeLead}
      action={common.continue}
      problem={form.problem}
    >
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? t.recoveryCode : common.code}
        autoFocus
        autoComplete="one-time-code"
        spellCheck={false}
        inputMode={isRecovery ? 'text' : 'numeric'}
        className="font-mono tracking-widest"
        {...form.field('code', { required: common.enterCode })}
      />
      <Checkbox label={t.trustDevice} className="min-h-6" {...form.register('trustDevice')} />
      <div className="order-last flex flex-wrap justify-between gap-2">
        <Button
          label={isRecovery ? t.useApp : t.useRecovery}
          variant="ghost"
          size="sm"
          onClick={() => {
            setRecovery(!isRecovery);
            form.setProblem(null);
            form.reset();
          }}
        />
        <Button label={t.backToPassword} variant="ghost" size="sm" onClick={onBack} />
      </div>
    </GateForm>
  );
}
