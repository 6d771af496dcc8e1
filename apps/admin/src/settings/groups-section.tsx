import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { providersQuery } from '@/api/providers-query.ts';
import { type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { type Roles, roleName } from './role-names.ts';

type GroupRoles = NonNullable<Outputs['members']['list']['group_roles']>;

interface GroupsSectionProps {
  readonly groups: GroupRoles;
  readonly roles: Roles;
  readonly onChanged: () => void;
}

/** The groups of providers that have a role in the project, for owners; nothing where there is no provider, and none was. */
export function GroupsSection({ groups, roles, onChanged }: GroupsSectionProps) {
  const { project } = useProject();
  const t = useSettingsWords();
  const { common } = useMessages();
  const client = useTRPCClient();
  const { data: providers } = useQuery(providersQuery);
  const [isAdding, setAdding] = useState(false);
  if (!providers || (providers.data.length === 0 && groups.length === 0)) return null;
  const save = async (changed: GroupRoles): Promise<void> => {
    await client.projects.update.mutate({ projectId: project.id, group_roles: changed });
    onChanged();
  };
  const add = async (group: GroupRoles[number]): Promise<void> => {
    await save([...groups, group]);
    tell(t.groupSaved(group.group));
  };
  const change = (changed: GroupRoles): Promise<void> =>
    save(changed).then(
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
              <Badge>{roleName(t, roles, one.role)}</Badge>
              <MoreMenu label={`${common.more}: ${one.group}`} size="icon">
                {index > 0 && (
                  <MenuItem onSelect={() => void change([one, ...groups.filter((other) => other !== one)])}>
                    {t.groupFirst}
                  </MenuItem>
                )}
                <MenuItem
                  label={common.remove}
                  danger
                  onSelect={() => void change(groups.filter((other) => other !== one))}
                />
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
