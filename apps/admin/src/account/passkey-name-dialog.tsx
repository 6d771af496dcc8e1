import { account as t } from '#messages/account';
import { common } from '#messages/common';
import type { AuthAnswer } from '@/api/session.ts';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
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

/** Asks for the name of a passkey. */
export function PasskeyNameDialog({ title, name, save, onDone, onClose }: PasskeyNameDialogProps) {
  const form = useAuthForm({ name }, (values) => save(values.name), onDone);
  return (
    <FormDialog {...form.state} onClose={onClose} title={title} action={common.save}>
      <TextField
        label={common.name}
        help={t.passkeyNameHelp}
        autoFocus
        maxLength={60}
        {...form.field('name', { required: common.enterName }, form.problem)}
      />
    </FormDialog>
  );
}
