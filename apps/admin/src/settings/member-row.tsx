import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Select } from '@/ui/input.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { SecretDialog } from '@/ui/secret-dialog.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { LimitsSummary } from './limits-summary.tsx';
import { rightsIn } from './right-words.ts';
import { type Roles, roleName } from './role-names.ts';

interface MemberRowProps {
  readonly member: Outputs['members']['list']['data'][number];
  /** Whether it's known that their address isn't verified. */
  readonly isUnverified: boolean;
  /** All roles of the project, with what they may do. */
  readonly roles: Roles;
  /** Reads the members again. */
  readonly onChanged: () => Promise<void>;
}

/** A member of the project. Promotions to owner, and changes that take rights away, are confirmed first. */
export function MemberRow({ member, isUnverified, roles, onChanged }: MemberRowProps) {
  const { project, user, mayManage } = useProject();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [pending, setPending] = useState<'remove' | 'reset' | 'limits' | { readonly role: string } | null>(null);
  const role = typeof pending === 'object' && pending !== null ? pending.role : null;
  const isSelf = member.user_id === user.id;
  const target = { projectId: project.id, userId: member.user_id };
  const base = { role: member.role, limits: member.limits };
  const onSettled = (): void => setPending(null);
  const update = useMutation(
    trpc.members.update.mutationOptions({
      // The next change is based on what is there then, so it's read before anything is said.
      onSuccess: async ({ name, role }) => {
        await onChanged();
        tell(t.roleChanged({ name, role: roleName(roles, role) }));
        if (isSelf) await invalidate(trpc.projects);
      },
      onError: async (error) => {
        await onChanged();
        tellFailure(common.nothingDone, error);
      },
      onSettled,
    }),
  );
  const leave = async ({ name }: { readonly name: string }): Promise<void> => {
    tell(t.removed({ name }));
    await onChanged();
    if (!isSelf) return;
    await invalidate(trpc.projects.list);
    navigate.replace('/');
  };
  const remove = useAction(trpc.members.remove, common.nothingDone, leave, onSettled);
  const reset = useAction(trpc.members.createResetLink, common.nothingDone, undefined, onSettled);
  const rightsOf = (role: string): string[] => rightsIn(roles.find((one) => one.role === role)?.permissions ?? []);
  const lost = (role: string): string[] => rightsOf(member.role).filter((right) => !rightsOf(role).includes(right));
  const choose = (role: string): void => {
    if (role === 'owner' || lost(role).length > 0) setPending({ role });
    else update.mutate({ ...target, role, base });
  };
  // The strongest first.
  const items = (rights: readonly string[]) => rights.toReversed().map((right) => ({ id: right, title: right }));
  const leadOf = (role: string): string => {
    if (role === 'owner') return t.promoteLead({ name: member.name });
    if (member.role !== 'owner') return t.weakenLead({ name: member.name });
    return isSelf ? t.demoteSelf : t.demoteLead({ name: member.name });
  };
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          {member.name} {isSelf && <Badge>{t.you}</Badge>}
          {member.deactivated && <Badge>{t.deactivated}</Badge>}
          {isUnverified && <Badge>{t.unverified}</Badge>}
        </p>
        <p className="truncate text-xs text-muted">{member.email}</p>
        {member.by_group !== null && (
          <p className="truncate text-xs text-muted">{t.byGroup({ group: member.by_group })}</p>
        )}
        <LimitsSummary limits={member.limits} />
      </div>
      {mayManage ? (
        <>
          <Select
            aria-label={t.roleOf({ name: member.name })}
            className="w-auto max-sm:h-11"
            value={member.role}
            options={roles.map(({ role }) => [role, roleName(roles, role)])}
            onChange={choose}
          />
          <MoreMenu label={`${common.more}: ${member.name}`} size="icon">
            <MenuItem onSelect={() => setPending('limits')}>{t.limits}</MenuItem>
            {!isSelf && <MenuItem onSelect={() => setPending('reset')}>{t.resetLink}</MenuItem>}
            <MenuItem label={isSelf ? t.leave : common.remove} danger onSelect={() => setPending('remove')} />
          </MoreMenu>
        </>
      ) : (
        <Badge>{roleName(roles, member.role)}</Badge>
      )}
      {pending === 'remove' && (
        <ConfirmDialog
          title={
            isSelf
              ? t.leaveTitle({ project: project.name })
              : t.removeTitle({ name: member.name, project: project.name })
          }
          consequence={[
            isSelf ? t.leaveLead : t.removeLead({ name: member.name }),
            member.by_group !== null && t.comesBack({ group: member.by_group }),
          ]
            .filter(Boolean)
            .join(' ')}
          action={isSelf ? t.leave : common.remove}
          busy={remove.isPending}
          onClose={() => setPending(null)}
          onConfirm={() => remove.mutate(target)}
        />
      )}
      {pending === 'reset' && (
        <ConfirmDialog
          title={t.resetTitle({ name: member.name })}
          consequence={t.resetLead({ name: member.name })}
          action={t.resetLink}
          tone="primary"
          busy={reset.isPending}
          onClose={() => setPending(null)}
          onConfirm={() => reset.mutate(target)}
        />
      )}
      {pending === 'limits' && <LimitsDialog member={member} onClose={() => setPending(null)} onChanged={onChanged} />}
      {role !== null && (
        <ChangeDialog
          title={t.demoteTitle({ name: member.name, role: roleName(roles, role) })}
          consequence={leadOf(role)}
          action={t.changeRole}
          tone={role === 'owner' ? 'primary' : 'danger'}
          parts={[
            { heading: t.canAfterwards, items: items(rightsOf(role)) },
            { heading: t.cannotAfterwards, items: items(lost(role)) },
          ]}
          busy={update.isPending}
          onClose={() => setPending(null)}
          onConfirm={() => update.mutate({ ...target, role, base })}
        />
      )}
      {reset.data && (
        <SecretDialog
          onClose={() => reset.reset()}
          title={t.shareTitle}
          lead={t.resetShare({ email: member.email })}
          label={t.resetLabel}
          value={reset.data.reset_url}
        />
      )}
    </li>
  );
}
