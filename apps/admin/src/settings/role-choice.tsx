import { useSettingsWords } from '@/i18n/settings-words.ts';
import { Choice } from '@/ui/choice.tsx';

export const ROLES = ['viewer', 'author', 'editor', 'publisher', 'developer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** A role, explained in words. */
export function RoleChoice({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const t = useSettingsWords();
  return (
    <Choice
      legend={t.role}
      value={value}
      onChange={onChange}
      options={ROLES.map((role) => ({ value: role, label: t.roles[role], help: t.roleHelp[role] }))}
    />
  );
}
