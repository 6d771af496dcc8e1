import type { useSettingsWords } from '@/i18n/settings-words.ts';

/** Permissions in words; permissions that need no word are left out. */
export function rightsIn(
  { rights }: Pick<ReturnType<typeof useSettingsWords>, 'rights'>,
  permissions: readonly string[],
): string[] {
  return Object.entries(rights).flatMap(([permission, words]) => (permissions.includes(permission) ? words : []));
}
