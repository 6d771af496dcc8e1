import { isDeepStrictEqual } from 'node:util';
import { deleteOwnRows } from '../../access/leave-project.store.ts';
import { customRolesOf, hasLimits, toMembership } from '../../access/membership.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { lockProject } from '../projects/projects.store.ts';
import { endInvitationsOf } from './invitations/invitations.store.ts';
import { memberActions, memberErrors } from './members.names.ts';
import type { MemberView, UpdateMemberInput } from './members.schemas.ts';
import {
  assertGivable,
  checkLimits,
  getMemberInProject,
  keepAnOwner,
  storedLimits,
  toMemberView,
} from './members.store.ts';

/**
 * Changes a member's role and limits, which then are given by hand and not by a group. Revokes their invitations if they were an
 * owner and aren't any more.
 *
 * @throws ApiError `member.not_found`, `member.last_owner`, `member.changed`, `validation_failed` for an unknown role, and limits that
 *   it can't have
 */
export async function updateMember(
  ctx: ProjectContext,
  input: Omit<UpdateMemberInput, 'projectId'>,
): Promise<MemberView> {
  if (input.limits) await checkLimits(ctx, input.limits);
  return write(ctx, async (tx) => {
    const defined = customRolesOf(await lockProject(tx, ctx.project.id));
    const before = await getMemberInProject(tx, ctx.project.id, input.userId);
    const now = toMembership(before);
    if (input.base && !isDeepStrictEqual(input.base, now)) {
      throw new ApiError(memberErrors['member.changed']);
    }
    const { role = now.role, limits = now.limits } = input;
    assertGivable(ctx, defined, { role, limits });
    if (before.role === 'owner' && role !== 'owner') await keepAnOwner(tx, ctx.project.id, input.userId);
    const member = await tx.member.update({
      where: { projectId_userId: { projectId: ctx.project.id, userId: input.userId } },
      data: { role, limits: storedLimits(limits), byGroup: null, byProvider: null },
      include: { user: true },
    });
    const ended =
      role === 'owner' ? [] : await endInvitationsOf(tx, ctx.project.id, [input.userId], ctx.services.clock.now());
    const { name, email } = member.user;
    const data = {
      name,
      email,
      from: before.role,
      to: role,
      ...(hasLimits(limits) && { limits }),
      ...(before.role === 'owner' && { invitations_ended: ended.map(({ id }) => id) }),
    };
    return {
      answer: toMemberView(member),
      audit: { action: memberActions['member.update'], targetId: input.userId, data },
    };
  });
}

/** Removes a member, and revokes their invitations. @throws ApiError `member.not_found`, `member.last_owner` */
export async function removeMember(ctx: ProjectContext, input: { userId: string }): Promise<MemberView> {
  return write(ctx, async (tx) => {
    const member = await getMemberInProject(tx, ctx.project.id, input.userId);
    if (member.role === 'owner') await keepAnOwner(tx, ctx.project.id, input.userId);
    await tx.member.delete({ where: { projectId_userId: { projectId: ctx.project.id, userId: input.userId } } });
    await deleteOwnRows(tx, ctx.services.tables, ctx.project.id, [input.userId]);
    const ended = await endInvitationsOf(tx, ctx.project.id, [input.userId], ctx.services.clock.now());
    const data = {
      name: member.user.name,
      email: member.user.email,
      role: member.role,
      invitations_ended: ended.map(({ id }) => id),
    };
    return {
      answer: toMemberView(member),
      audit: { action: memberActions['member.remove'], targetId: input.userId, data },
    };
  });
}
