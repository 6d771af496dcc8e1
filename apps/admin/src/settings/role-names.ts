import type { Outputs } from '@/api/trpc.ts';
import type { useSettingsWords } from '@/i18n/settings-words.ts';

/** The roles of a project, with what they may do. */
export type Roles = Outputs['members']['list']['roles'];

/** A role's name: in the user's language if every project has the role. */
export function roleName(
  { roles }: Pick<ReturnType<typeof useSettingsWords>, 'roles'>,
  all: Roles,
  role: string,
): string {
  const words: Readonly<Record<string, string>> = roles;
  return Object.hasOwn(words, role) ? (words[role] ?? role) : (all.find((one) => one.role === role)?.name ?? role);
}
