import { isDeepStrictEqual } from 'node:util';
import { customRolesOf } from '../../access/membership.ts';
import type { Grants } from '../../access/permissions.ts';
import { ApiError } from '../../platform/errors.ts';
import { listRoles } from './custom-roles.ts';
import { groupRolesOf } from './group-roles.ts';
import { projectErrors } from './projects.names.ts';
import type { UpdateProjectInput } from './projects.schemas.ts';
import type { lockProject } from './projects.store.ts';

/**
 * Makes sure that lists of a project, which are replaced as a whole, are as the caller saw them. The project must be locked.
 *
 * @throws ApiError `project.changed`, with each list that differs
 */
export function assertSeen(
  grants: Grants,
  seen: UpdateProjectInput,
  project: Awaited<ReturnType<typeof lockProject>>,
): void {
  // Neither the order of roles counts nor that of their rights.
  const rolesIn = (of: { readonly customRoles: unknown }) =>
    new Map(
      listRoles(grants, customRolesOf(of)).map(({ role, name, permissions }) => [role, [name, new Set(permissions)]]),
    );
  const lists = [
    ['base_locales', seen.base_locales, project.locales],
    ['base_preview_sites', seen.base_preview_sites, project.previewSites],
    ['base_roles', seen.base_roles && rolesIn({ customRoles: seen.base_roles }), rolesIn(project)],
    ['base_group_roles', seen.base_group_roles, groupRolesOf(project)],
  ] as const;
  const details = lists
    .filter(([, before, now]) => before && !isDeepStrictEqual(before, now))
    .map(([name]) => ({ path: [name], message: 'It is different now.' }));
  if (details.length > 0) throw new ApiError(projectErrors['project.changed'], { details });
}
