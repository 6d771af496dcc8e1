import type { Role } from '../../access/permissions.ts';
import type { Transaction } from '../../platform/audit.ts';
import { query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { MemberView } from './members.schemas.ts';

interface MemberRow {
  readonly userId: string;
  readonly role: string;
  readonly createdAt: Date;
  readonly user: { readonly name: string; readonly email: string };
}

export function toMemberView(member: MemberRow): MemberView {
  return {
    user_id: member.userId,
    name: member.user.name,
    email: member.user.email,
    role: member.role as Role,
    created_at: member.createdAt.toISOString(),
  };
}

/** One member of a project. @throws ApiError `member.not_found` */
export async function getMemberInProject(tx: Transaction, projectId: string, userId: string): Promise<MemberRow> {
  const member = await tx.member.findUnique({
    where: { projectId_userId: { projectId, userId } },
    include: { user: true },
  });
  if (!member) throw new ApiError('member.not_found');
  return member;
}

/**
 * Locks the owners of a project against others who change them, and refuses to lose the last one.
 *
 * @throws ApiError `member.last_owner` when nobody but this person owns the project
 */
export async function keepAnOwner(tx: Transaction, projectId: string, userId: string): Promise<void> {
  const owners = await query<{ user_id: string }>(
    tx,
    sql`SELECT user_id FROM members WHERE project_id = ${projectId} AND role = 'owner' ORDER BY user_id FOR UPDATE`,
  );
  if (owners.every((owner) => owner.user_id === userId)) throw new ApiError('member.last_owner');
}

/**
 * Makes sure that somebody gains nothing by becoming a person: they own all projects of theirs, or set the instance up.
 * Nobody becomes whoever set the instance up, or makes a link for themselves: that would be a new password without the old one.
 *
 * @throws ApiError `member.reset_not_allowed`
 */
export async function checkMayReset(tx: Transaction, actorId: string, userId: string): Promise<void> {
  if (actorId === userId) throw new ApiError('member.reset_not_allowed');
  const instance = await tx.instance.findUnique({ where: { id: 1 } });
  if (instance?.ownerId === actorId) return;
  const [foreign] = await query(
    tx,
    sql`SELECT 1 FROM members theirs
      LEFT JOIN members own ON own.project_id = theirs.project_id AND own.user_id = ${actorId} AND own.role = 'owner'
      WHERE theirs.user_id = ${userId} AND own.user_id IS NULL LIMIT 1`,
  );
  if (foreign || instance?.ownerId === userId) throw new ApiError('member.reset_not_allowed');
}
