import { operation, router } from '../operation.ts';
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
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/members',
    tag: 'Members',
    summary: 'List members',
    access: 'member.read',
    input: listMembersInput,
    output: memberListSchema,
    run: listMembers,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/members/{userId}',
    tag: 'Members',
    summary: "Change a member's role",
    access: 'member.manage',
    errors: ['member.not_found', 'member.last_owner'],
    limits: [{ name: 'project.change' }],
    audit: ['member.update'],
    input: updateMemberInput,
    output: memberSchema,
    run: updateMember,
  }),

  remove: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/members/{userId}',
    tag: 'Members',
    summary: 'Remove a member',
    access: 'member.manage',
    errors: ['member.not_found', 'member.last_owner'],
    limits: [{ name: 'project.change' }],
    audit: ['member.remove'],
    input: removeMemberInput,
    output: memberSchema,
    run: removeMember,
  }),
});
