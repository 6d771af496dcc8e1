import { type CustomRoles, customRolesOf, openAt } from '../../access/membership.ts';
import { type Grants, permissionsIn, rightsOfCustom, roles } from '../../access/permissions.ts';
import type { Transaction } from '../../platform/audit.ts';
import { invalid } from '../../platform/errors.ts';
import type { GroupRole, RoleList } from './roles.schemas.ts';

/**
 * Makes sure that roles which a project no longer defines aren't in use. The project must be locked.
 *
 * @param groupRoles the roles of groups, once all is changed
 * @throws ApiError `validation_failed` when one has members, open invitations or groups
 */
export async function assertUnused(
  tx: Transaction,
  project: { readonly id: string; readonly customRoles: unknown },
  defined: Readonly<Record<string, unknown>>,
  groupRoles: readonly GroupRole[],
  now: Date,
): Promise<void> {
  const gone = Object.keys(customRolesOf(project)).filter((key) => !Object.hasOwn(defined, key));
  const where = { projectId: project.id, role: { in: gone } };
  const used =
    (await tx.member.findFirst({ where })) ??
    (await tx.invitation.findFirst({ where: { ...where, ...openAt(now) } })) ??
    groupRoles.find(({ role }) => gone.includes(role));
  if (used) {
    throw invalid(['roles'], `The role ${used.role} has members, invitations or groups. Give them another one first.`);
  }
}

/** All roles of a project, with what they may do. */
export function listRoles(grants: Grants, defined: CustomRoles): RoleList {
  return [
    ...roles.map((role) => ({ role, name: null, permissions: permissionsIn(grants.roles[role]) })),
    ...Object.entries(defined).map(([role, { name, permissions }]) => ({
      role,
      name,
      permissions: permissionsIn(rightsOfCustom(permissions)),
    })),
  ];
}
