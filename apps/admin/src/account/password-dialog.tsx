import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuthAnswer } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';

interface PasswordDialogProps<Body> {
  readonly title: string;
  readonly lead?: string;
  readonly action: string;
  /** Does what the password is asked for. */
  readonly ask: (password: string) => Promise<AuthAnswer<Body> | null>;
  readonly onDone: (body: Body) => void;
  readonly onClose: () => void;
}

/** Asks for the password before something that would let others in. */
export function PasswordDialog<Body>({ title, lead, action, ask, onDone, onClose }: PasswordDialogProps<Body>) {
  const { account: t, gate } = useMessages();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const submit = handleSubmit(async ({ password }) => {
    const answer = await ask(password);
    setProblem(answer === null || answer.ok ? undefined : failureText(answer.failure, gate));
    if (answer?.ok) onDone(answer.body);
  });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={lead ?? t.confirmPassword}
      action={action}
      busy={formState.isSubmitting}
      onSubmit={submit}
    >
      <TextField
        label={gate.password}
        error={formState.errors.password?.message ?? problem}
        type="password"
        autoFocus
        autoComplete="current-password"
        {...register('password', { required: gate.enterPassword })}
      />
    </FormDialog>
  );
}
