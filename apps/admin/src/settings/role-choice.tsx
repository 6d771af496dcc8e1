import { useSettingsWords } from '@/i18n/settings-words.ts';
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
  const t = useSettingsWords();
  const help: Readonly<Record<string, string>> = t.roleHelp;
  return (
    <Choice
      legend={t.role}
      value={value}
      onChange={onChange}
      options={roles.map(({ role, name, permissions }) => ({
        value: role,
        label: roleName(t, roles, role),
        help: name === null ? (help[role] ?? '') : rightsIn(t, permissions).join(', '),
      }))}
    />
  );
}
