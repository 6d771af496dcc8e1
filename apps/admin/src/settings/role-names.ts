import { settings } from '#messages/settings';
import type { Outputs } from '@/api/trpc.ts';
import { known } from '@/i18n/known.ts';

/** The roles of a project, with what they may do. */
export type Roles = Outputs['members']['list']['roles'];

/** A role's name: in the user's language if every project has the role. */
export function roleName(all: Roles, role: string): string {
  return known(settings.roles, role) ?? all.find((one) => one.role === role)?.name ?? role;
}
