import { settings } from '#messages/settings';
/** Permissions in words; permissions that need no word are left out. */
export function rightsIn(permissions: readonly string[]): string[] {
  return Object.entries(settings.rights).flatMap(([permission, words]) =>
    permissions.includes(permission) ? words : [],
  );
}
