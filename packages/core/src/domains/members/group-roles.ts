import { customRolesOf, rightsOfRole } from '../../access/membership.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { GroupRole } from './members.schemas.ts';

/** The roles that groups have, from a project's row. The first group that someone is in counts. */
export function groupRolesOf({ groupRoles }: { readonly groupRoles: unknown }): readonly GroupRole[] {
  return groupRoles as GroupRole[];
}

/** @throws ApiError `validation_failed` for a provider that the instance doesn't have, and a role that the project doesn't have */
export function checkGroupRoles({ services }: ProjectContext, customRoles: unknown, list: readonly GroupRole[]): void {
  const defined = customRolesOf({ customRoles });
  const providers = services.singleSignOn?.settings.providers ?? [];
  const details = list.flatMap(({ provider, role }, index): ErrorDetail[] => [
    ...(providers.some(({ id }) => id === provider)
      ? []
      : [{ path: ['group_roles', index, 'provider'], message: `There is no provider ${provider}.` }]),
    ...(rightsOfRole(services.grants, defined, role)
      ? []
      : [{ path: ['group_roles', index, 'role'], message: `The project has no role ${role}.` }]),
  ]);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
