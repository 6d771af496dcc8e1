import { useQueryClient } from '@tanstack/react-query';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';

/** Name and email address of the person who is signed in. */
export function ProfileSection({ user }: { readonly user: SessionUser }) {
  const queryClient = useQueryClient();
  const form = useAuthForm(
    { name: user.name },
    (values) => askAuth('update-user', values),
    async (_body, values) => {
      form.reset(values);
      await queryClient.invalidateQueries(sessionQuery);
      tell(common.saved);
    },
  );
  return (
    <Section title={t.profile}>
      <form noValidate onSubmit={form.state.onSubmit} className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
        <TextField
          label={common.name}
          autoComplete="name"
          {...form.field('name', { required: common.enterName }, form.problem)}
        />
        <TextField label={common.email} help={t.emailHelp} type="email" value={user.email} readOnly disabled />
        <Button
          label={common.save}
          type="submit"
          variant="primary"
          className="self-start"
          disabled={!form.isDirty}
          busy={form.state.busy}
        />
      </form>
    </Section>
  );
}
