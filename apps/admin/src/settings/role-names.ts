import type { Outputs } from '@/api/trpc.ts';
import type { useSettingsWords } from '@/i18n/settings-words.ts';

/** The roles of a project, with what they may do. */
export type Roles = Outputs['members']['list']['roles'];

/** What a role is called: in one's language if every project has it. */
export function roleName(
  { roles }: Pick<ReturnType<typeof useSettingsWords>, 'roles'>,
  all: Roles,
  role: string,
): string {
  const words: Readonly<Record<string, string>> = roles;
  return Object.hasOwn(words, role) ? (words[role] ?? role) : (all.find((one) => one.role === role)?.name ?? role);
}
