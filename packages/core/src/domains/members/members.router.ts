import { can } from '../../access/permissions.ts';
import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../operation.ts';
import { listRoles } from '../projects/custom-roles.ts';
import { groupRolesOf } from '../projects/group-roles.ts';
import { removeMember, updateMember } from './change-member.ts';
import { createResetLink } from './create-reset-link.ts';
import { memberActions, memberErrors, memberLimits } from './members.names.ts';
import * as schemas from './members.schemas.ts';
import { toMemberView } from './members.store.ts';

export const membersRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/members',
    summary: 'List members',
    description: 'The people with a role in the project.',
    access: 'member.read',
    input: projectInput,
    output: schemas.memberListSchema,
    run: async (ctx) => {
      const { project, services } = ctx;
      const members = await services.database.prisma.member.findMany({
        where: { projectId: project.id },
        include: { user: true },
        orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
      });
      const roles = listRoles(services.grants, project.customRoles);
      const without = members
        .filter(({ user }) => !user.twoFactorEnabled && !user.providerFactor)
        .map(({ userId }) => userId);
      const answer = { data: members.map(toMemberView), next_cursor: null, roles };
      if (!can(ctx, 'member.manage')) {
        return { ...answer, without_two_factor: null, unverified: null, group_roles: null };
      }
      const unverified = members.filter(({ user }) => !user.emailVerified).map(({ userId }) => userId);
      const groups = groupRolesOf(
        await services.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } }),
      );
      return { ...answer, without_two_factor: without, unverified, group_roles: [...groups] };
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/members/{userId}',
    summary: "Change a member's role and limits",
    description: 'The last owner keeps their role.',
    access: 'member.manage',
    errors: [memberErrors['member.not_found'], memberErrors['member.last_owner'], memberErrors['member.changed']],
    limits: [{ limit: 'project.change' }],
    audit: [memberActions['member.update']],
    input: schemas.updateMemberInput,
    output: schemas.memberSchema,
    run: updateMember,
  }),

  remove: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/members/{userId}',
    summary: 'Remove a member',
    description: 'They lose access at once; their content stays. The last owner cannot be removed.',
    access: 'member.manage',
    errors: [memberErrors['member.not_found'], memberErrors['member.last_owner']],
    limits: [{ limit: 'project.change' }],
    audit: [memberActions['member.remove']],
    input: schemas.memberInput,
    output: schemas.memberSchema,
    run: removeMember,
  }),

  createResetLink: operation({
    method: 'POST',
    path: '/projects/{projectId}/members/{userId}/reset-link',
    summary: "Create a link to reset a member's password",
    description:
      'Works once, for 24 hours. Its holder can sign in as that person. So only an operator of the instance can create it, in the admin, or, while the address of the account is not verified, someone else who owns all of their projects.',
    access: 'member.manage',
    status: 201,
    errors: [memberErrors['member.not_found'], memberErrors['member.reset_not_allowed']],
    limits: [{ limit: memberLimits['member.reset_link'] }],
    audit: [memberActions['member.reset_link']],
    input: schemas.memberInput,
    output: schemas.resetLinkSchema,
    run: createResetLink,
  }),
});
