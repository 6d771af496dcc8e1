import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { providersQuery } from '@/api/providers-query.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { type Roles, roleName } from './role-names.ts';
import { saveRebased } from './save-rebased.ts';

type GroupRoles = NonNullable<Outputs['members']['list']['group_roles']>;

const isSame = (one: GroupRoles[number], other: GroupRoles[number]): boolean =>
  one.provider === other.provider && one.group === other.group;

/** All groups but one. */
const without = (groups: GroupRoles, one: GroupRoles[number]): GroupRoles =>
  groups.filter((other) => !isSame(other, one));

/** The groups with one of them first, if it's still there. */
const withFirst = (groups: GroupRoles, one: GroupRoles[number]): GroupRoles =>
  groups.toSorted((a, b) => Number(isSame(b, one)) - Number(isSame(a, one)));

interface GroupsSectionProps {
  readonly groups: GroupRoles;
  readonly roles: Roles;
  /** Reads the groups again. */
  readonly onChanged: () => Promise<void>;
}

/** The groups of providers that have a role in the project, for owners; nothing where there is no provider, and none was. */
export function GroupsSection({ groups, roles, onChanged }: GroupsSectionProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { data: providers } = useQuery(providersQuery);
  const [isAdding, setAdding] = useState(false);
  const query = trpc.members.list.queryOptions({ projectId: project.id });
  // As in `useProjectChange`, of a list that only owners read.
  const { mutateAsync: save } = useMutation({
    scope: { id: `groups of ${project.id}` },
    mutationFn: async (change: (now: GroupRoles) => GroupRoles) => {
      await saveRebased(
        queryClient.getQueryData(query.queryKey)?.group_roles ?? groups,
        async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).group_roles ?? groups,
        (now) =>
          client.projects.update.mutate({
            projectId: project.id,
            group_roles: change(now),
            base_group_roles: now,
          }),
      );
      await onChanged();
    },
  });
  if (!providers || (providers.data.length === 0 && groups.length === 0)) return null;
  const add = async (group: GroupRoles[number]): Promise<void> => {
    await save((now) => [...without(now, group), group]);
    tell(t.groupSaved({ group: group.group }));
  };
  const change = (of: (now: GroupRoles) => GroupRoles): Promise<void> =>
    save(of).then(
      () => tell(common.saved),
      (error: unknown) => tellFailure(common.nothingDone, error),
    );
  const nameOf = (provider: string): string => providers.data.find(({ id }) => id === provider)?.name ?? provider;
  return (
    <Section
      title={t.groups}
      lead={t.groupsLead}
      action={providers.data.length > 0 && <Button icon={Plus} label={t.newGroup} onClick={() => setAdding(true)} />}
    >
      {groups.length > 0 && (
        <ol className="divide-y rounded-lg border bg-surface">
          {groups.map((one, index) => (
            <li key={`${one.provider} ${one.group}`} className="flex items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{one.group}</p>
                <p className="text-xs text-muted">{nameOf(one.provider)}</p>
              </div>
              <Badge>{roleName(roles, one.role)}</Badge>
              <MoreMenu label={`${common.more}: ${one.group}`} size="icon">
                {index > 0 && (
                  <MenuItem onSelect={() => void change((now) => withFirst(now, one))}>{t.groupFirst}</MenuItem>
                )}
                <MenuItem label={common.remove} danger onSelect={() => void change((now) => without(now, one))} />
              </MoreMenu>
            </li>
          ))}
        </ol>
      )}
      {isAdding && (
        <GroupDialog providers={providers.data} roles={roles} onSave={add} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}
