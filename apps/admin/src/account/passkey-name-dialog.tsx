import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuthAnswer } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';

interface PasskeyNameDialogProps {
  readonly title: string;
  /** To begin with. */
  readonly name: string;
  readonly save: (name: string) => Promise<AuthAnswer<unknown>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What a passkey is called. */
export function PasskeyNameDialog({ title, name, save, onDone, onClose }: PasskeyNameDialogProps) {
  const { account: t, common, gate } = useMessages();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const submit = handleSubmit(async (values) => {
    const answer = await save(values.name);
    setProblem(answer.ok ? undefined : failureText(answer.failure, gate));
    if (answer.ok) onDone();
  });
  return (
    <FormDialog onClose={onClose} title={title} action={common.save} busy={formState.isSubmitting} onSubmit={submit}>
      <TextField
        label={t.passkeyName}
        help={t.passkeyNameHelp}
        error={formState.errors.name?.message ?? problem}
        autoFocus
        maxLength={60}
        {...register('name', { required: t.enterName })}
      />
    </FormDialog>
  );
}
