import { useQueryClient } from '@tanstack/react-query';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { askAuth } from '@/api/session.ts';
import { NewPasswordField } from '@/sign-in/new-password-field.tsx';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';
import { SESSIONS_KEY } from './sessions-query.ts';

/** Changes the password, which ends all other sessions. */
export function PasswordSection() {
  const queryClient = useQueryClient();
  const form = useAuthForm(
    { currentPassword: '', newPassword: '' },
    (values) => askAuth('change-password', values),
    async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
      tell(t.changed);
    },
  );
  return (
    <Section title={common.password} lead={t.passwordLead}>
      <form noValidate onSubmit={form.state.onSubmit} className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
        <TextField
          label={t.current}
          type="password"
          autoComplete="current-password"
          {...form.field('currentPassword', { required: t.enterCurrent }, form.problem)}
        />
        <NewPasswordField label={common.newPassword} field={(rules) => form.field('newPassword', rules)} />
        <Button label={common.changePassword} type="submit" className="self-start" busy={form.state.busy} />
      </form>
    </Section>
  );
}
