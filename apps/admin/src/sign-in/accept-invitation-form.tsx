import { useQuery, useQueryClient } from '@tanstack/react-query';
import { gate as t } from '#messages/gate';
import { errorOf, isOfParts } from '@/api/errors.ts';
import { providersQuery } from '@/api/providers-query.ts';
import { signIn } from '@/api/session.ts';
import { useTRPCClient } from '@/api/trpc.ts';
import { sessionQuery, useSession } from '@/api/use-session.ts';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { PersonFields } from './person-fields.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { useSecret } from './use-secret.ts';
import { useSignOut } from './use-sign-out.ts';

/**
 * Joins a project by the link of an invitation, with an existing account or a new one. The page asks which, because it must not tell
 * anyone who has the link whether the address has an account.
 */
export function AcceptInvitationForm() {
  const { day } = formats;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const client = useTRPCClient();
  const session = useSession();
  const secret = useSecret();
  const preview = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => client.invitations.preview.mutate({ secret: secret ?? '' }),
    enabled: secret !== null,
    retry: false,
  });
  const user = session.data ?? null;
  const { data: providers } = useQuery(providersQuery);
  const form = useServerForm({ name: '', password: '' }, async (values) => {
    const accepted = await client.invitations.accept.mutate({ secret: secret ?? '', ...(user ? {} : values) });
    const target = `/projects/${accepted.project_id}`;
    const entered = user ? null : await signIn(accepted.email, values.password);
    queryClient.removeQueries();
    navigate.replace(entered && !entered.ok ? `/sign-in?next=${encodeURIComponent(target)}` : target);
  });
  const { failure } = form;
  const isKnown = failure?.code === 'auth.missing_session';
  const problem = isKnown ? t.joinKnown : failure && !isOfParts(failure) ? failureText(failure, t) : null;
  const isDead = secret === '' || (preview.error && [400, 404].includes(errorOf(preview.error).status));
  if (isDead) return <GateMessage title={t.deadInvitation} lead={t.deadInvitationHelp} />;
  if (preview.error) return <Failed error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data || session.isPending) return <Skeleton className="h-40" />;
  const { project_name: project, role, email, invited_by: inviter, expires_at } = preview.data;
  const facts = (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm">
      <dt className="text-muted">{t.invited}</dt>
      <dd className="break-all">{email}</dd>
      <dt className="text-muted">{t.expires}</dt>
      <dd>{day(expires_at)}</dd>
    </dl>
  );
  const lead = t.joinLead({ inviter, role: (t.roles as Readonly<Record<string, string>>)[role] ?? role });
  if (user && user.email !== email) {
    const leave = async (): Promise<void> => {
      if (!(await signOut())) return;
      await queryClient.invalidateQueries(sessionQuery);
    };
    return (
      <GateMessage title={t.joinTitle({ project })} lead={lead}>
        {facts}
        <p className="text-sm text-warning">{t.joinWrong({ email: user.email })}</p>
        <Button onClick={() => void leave()}>{t.signOutFirst}</Button>
      </GateMessage>
    );
  }
  if (!user && providers?.replaces_passwords) {
    return (
      <GateMessage title={t.joinTitle({ project })} lead={lead}>
        {facts}
        <ProviderButtons next={() => '/'} isAlone />
      </GateMessage>
    );
  }
  return (
    <GateForm
      title={t.joinTitle({ project })}
      lead={lead}
      action={t.join}
      busy={form.dialog.busy}
      problem={problem}
      onSubmit={form.submit}
    >
      {facts}
      {!user && <ProviderButtons next={() => '/'} />}
      {!user && (
        <div className="flex flex-col gap-2">
          <h2 className="text-sm font-medium">{t.joinHasAccount}</h2>
          <LinkButton label={t.signInToJoin} href={`/sign-in?next=/invitations/accept#${secret}`} />
        </div>
      )}
      {!user && <h2 className="text-sm font-medium">{t.joinIsNew}</h2>}
      <p className="text-sm">{user ? t.joinAs({ email: user.email }) : t.joinNew}</p>
      {!user && <PersonFields field={form.field} />}
      {failure?.code === 'auth.email_not_verified' && <LinkButton label={t.forgotTitle} href="/forgot-password" />}
    </GateForm>
  );
}
