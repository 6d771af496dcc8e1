import { settings as t } from '#messages/settings';
import { Choice } from '@/ui/choice.tsx';
import { rightsIn } from './right-words.ts';
import { type Roles, roleName } from './role-names.ts';

interface RoleChoiceProps {
  readonly roles: Roles;
  readonly value: string;
  readonly onChange: (role: string) => void;
}

/** A role of the project, explained in words. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const help: Readonly<Record<string, string>> = t.roleHelp;
  return (
    <Choice
      legend={t.role}
      value={value}
      onChange={onChange}
      options={roles.map(({ role, name, permissions }) => ({
        value: role,
        label: roleName(roles, role),
        help: name === null ? (help[role] ?? '') : rightsIn(permissions).join(', '),
      }))}
    />
  );
}
