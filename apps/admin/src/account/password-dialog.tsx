import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { gate } from '#messages/gate';
import type { AuthAnswer } from '@/api/session.ts';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
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
  const form = useAuthForm({ password: '' }, ({ password }) => ask(password), onDone);
  return (
    <FormDialog {...form.state} onClose={onClose} title={title} description={lead ?? t.confirmPassword} action={action}>
      <TextField
        label={common.password}
        type="password"
        autoFocus
        autoComplete="current-password"
        {...form.field('password', { required: gate.enterPassword }, form.problem)}
      />
    </FormDialog>
  );
}
