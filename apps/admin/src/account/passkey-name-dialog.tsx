'use client';

import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuthAnswer } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

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
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pb-4">
        <Field label={t.passkeyName} help={t.passkeyNameHelp} error={formState.errors.name?.message ?? problem}>
          {(control) => (
            <Input {...control} autoFocus maxLength={60} {...register('name', { required: t.enterName })} />
          )}
        </Field>
        <Button type="submit" variant="primary" className="self-end" busy={formState.isSubmitting}>
          {common.save}
        </Button>
      </form>
    </Dialog>
  );
}
