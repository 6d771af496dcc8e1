import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { GroupsSection } from './groups-section.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { roleName } from './role-names.ts';
import { RolesSection } from './roles-section.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

type Invitation = Outputs['invitations']['list']['data'][number];

/** Who belongs to the project, and who is invited. */
export function PeopleSettings() {
  const { project, mayManage } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [isInviting, setInviting] = useState(false);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }));
  const invitations = useQuery(trpc.invitations.list.queryOptions({ projectId: project.id }, { enabled: mayManage }));
  const roles = members.data?.roles ?? [];
  const refresh = (): Promise<void> => invalidate(trpc.members, trpc.invitations);
  const revoke = useAction(
    trpc.invitations.revoke,
    common.nothingDone,
    () => tell(t.revoked),
    () => {
      setRevoking(null);
      refresh();
    },
  );
  return (
    <SettingsFrame>
      <Section
        title={t.tabs.people}
        action={mayManage && <Button icon={UserPlus} label={t.invite} onClick={() => setInviting(true)} />}
      >
        <QueryState query={members} rows={2} />
        <ul className="divide-y rounded-lg border bg-surface">
          {members.data?.data.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              isUnverified={members.data.unverified?.includes(member.user_id) === true}
              roles={roles}
              onChanged={refresh}
            />
          ))}
          {invitations.data?.data.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="truncate font-medium">{invitation.email}</p>
                <p className="text-xs text-muted">
                  {t.invitedBy({ role: roleName(roles, invitation.role), inviter: invitation.invited_by.name })},{' '}
                  <TimeAgo at={invitation.created_at} />
                </p>
              </div>
              <Badge tone="warning">{t.open}</Badge>
              <Button
                label={t.revoke}
                size="sm"
                className="max-sm:h-11"
                aria-label={t.revokeInvitation({ email: invitation.email })}
                onClick={() => setRevoking(invitation)}
              />
            </li>
          ))}
        </ul>
        {isInviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} onInvited={refresh} />}
        {revoking && (
          <ConfirmDialog
            title={t.revokeTitle({ email: revoking.email })}
            consequence={t.revokeLead}
            action={t.revoke}
            busy={revoke.isPending}
            onClose={() => setRevoking(null)}
            onConfirm={() => revoke.mutate({ projectId: project.id, invitationId: revoking.id })}
          />
        )}
      </Section>
      {mayManage && members.data?.without_two_factor && (
        <TwoFactorRule
          without={members.data.data.filter((one) => members.data.without_two_factor?.includes(one.user_id))}
        />
      )}
      {members.data?.group_roles && (
        <GroupsSection groups={members.data.group_roles} roles={roles} onChanged={refresh} />
      )}
      {mayManage && members.data && <RolesSection roles={roles} onChanged={refresh} />}
    </SettingsFrame>
  );
}
