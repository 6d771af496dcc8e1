import { Plus } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { rightsIn } from './right-words.ts';
import { RoleDialog } from './role-dialog.tsx';
import type { Roles } from './role-names.ts';

/** The roles that the project defines besides those of every project. */
export function RolesSection({ roles, onChanged }: { readonly roles: Roles; readonly onChanged: () => Promise<void> }) {
  const { project } = useProject();
  const client = useTRPCClient();
  const [edited, setEdited] = useState<string | 'new' | null>(null);
  const own = roles.flatMap(({ role, name, permissions }) => (name === null ? [] : [{ role, name, permissions }]));
  /** The roles that the dialog began with; null without one, and after a refusal, which shows those of now. */
  const [seen, setSeen] = useState<typeof own | null>(null);
  const base = seen ?? own;
  const current = base.find(({ role }) => role === edited);
  const open = (role: string): void => {
    setSeen(own);
    setEdited(role);
  };
  const define = async (changed: typeof own): Promise<void> => {
    const [roles, base_roles] = [changed, base].map((list) =>
      Object.fromEntries(list.map(({ role, ...one }) => [role, one])),
    );
    await client.projects.update.mutate({ projectId: project.id, roles, base_roles }).finally(async () => {
      // A refusal shows once the roles of now are there: the next attempt is based on them.
      await onChanged();
      setSeen(null);
    });
  };
  const save = async (role: { name: string; permissions: string[] }): Promise<void> => {
    const key = current?.role ?? `role_${Date.now().toString(36)}`;
    await define([...base.filter((one) => one.role !== key), { role: key, ...role }]);
    tell(t.roleSaved({ name: role.name }));
  };
  const remove = (role: string, name: string): Promise<void> =>
    define(base.filter((one) => one.role !== role)).then(
      () => tell(t.roleRemoved({ name })),
      (error: unknown) => tellFailure(t.roleNotSaved, error),
    );
  return (
    <Section
      title={t.ownRoles}
      lead={t.ownRolesLead}
      action={<Button icon={Plus} label={t.newRole} onClick={() => open('new')} />}
    >
      {own.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {own.map(({ role, name, permissions }) => (
            <li key={role} className="flex items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="text-xs text-muted">{rightsIn(permissions).join(', ')}</p>
              </div>
              <MoreMenu label={`${common.more}: ${name}`} size="icon">
                <MenuItem onSelect={() => open(role)}>{t.editRole({ name })}</MenuItem>
                <MenuItem label={t.removeRole({ name })} danger onSelect={() => void remove(role, name)} />
              </MoreMenu>
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <RoleDialog
          title={current ? t.editRole({ name: current.name }) : t.newRole}
          role={current ?? { name: '', permissions: [] }}
          onSave={save}
          onClose={() => {
            setEdited(null);
            setSeen(null);
          }}
        />
      )}
    </Section>
  );
}
