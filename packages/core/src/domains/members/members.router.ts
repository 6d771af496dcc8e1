import { projectProcedure, router } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { listMembers } from './list-members.ts';
import {
  listMembersInput,
  memberListSchema,
  memberSchema,
  removeMemberInput,
  updateMemberInput,
} from './members.schemas.ts';
import { removeMember } from './remove-member.ts';
import { updateMember } from './update-member.ts';

export const membersRouter = router({
  list: projectProcedure('member.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/members',
        tag: 'Members',
        summary: 'List members',
        access: 'member.read',
      }),
    )
    .input(listMembersInput)
    .output(memberListSchema)
    .query(({ ctx }) => listMembers(ctx)),

  update: projectProcedure('member.manage')
    .meta(
      op({
        method: 'PATCH',
        path: '/projects/{projectId}/members/{userId}',
        tag: 'Members',
        summary: "Change a member's role",
        access: 'member.manage',
        errors: ['member.not_found', 'member.last_owner'],
      }),
    )
    .input(updateMemberInput)
    .output(memberSchema)
    .mutation(({ ctx, input }) => updateMember(ctx, input)),

  remove: projectProcedure('member.manage')
    .meta(
      op({
        method: 'DELETE',
        path: '/projects/{projectId}/members/{userId}',
        tag: 'Members',
        summary: 'Remove a member',
        access: 'member.manage',
        errors: ['member.not_found', 'member.last_owner'],
      }),
    )
    .input(removeMemberInput)
    .output(memberSchema)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
});
