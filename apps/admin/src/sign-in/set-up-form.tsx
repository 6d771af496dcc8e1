import { useQuery, useQueryClient } from '@tanstack/react-query';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { isOfParts } from '@/api/errors.ts';
import { signIn } from '@/api/session.ts';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { useServerForm } from '@/ui/use-server-form.ts';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { PersonFields } from './person-fields.tsx';

/** Makes the first owner of a new instance, with the code that the server printed. */
export function SetUpForm() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const client = useTRPCClient();
  const form = useServerForm({ code: '', name: '', email: '', password: '' }, async (values) => {
    await client.instance.setUp.mutate({ ...values, code: values.code.trim() });
    await signIn(values.email, values.password);
    queryClient.removeQueries();
    navigate.replace('/');
  });
  const { failure } = form;
  if (instance.data?.set_up) {
    return (
      <GateMessage title={t.isSetUp} lead={t.isSetUpHelp}>
        <Link href="/sign-in" className="text-sm text-accent underline">
          {t.signIn}
        </Link>
      </GateMessage>
    );
  }
  return (
    <GateForm
      title={t.setUp}
      lead={t.setUpLead}
      action={t.setUpAction}
      busy={form.dialog.busy}
      problem={failure && !isOfParts(failure) ? failureText(failure, t) : null}
      onSubmit={form.submit}
    >
      <TextField
        label={t.setUpCode}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        {...form.field('code', { required: common.enterCode })}
      />
      <TextField
        label={common.email}
        type="email"
        autoComplete="username"
        {...form.field('email', { required: t.enterEmail })}
      />
      <PersonFields field={form.field} />
    </GateForm>
  );
}
