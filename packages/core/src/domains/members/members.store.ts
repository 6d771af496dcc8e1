import {
  type CustomRoles,
  hasLimits,
  isLimitable,
  type MemberLimits,
  type Membership,
  rightsOfRole,
  toMembership,
} from '../../access/membership.ts';
import { viewOf } from '../../api/view.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/audit.ts';
import { bool, text } from '../../platform/database/row.ts';
import { query, sql } from '../../platform/database/sql.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { memberErrors } from './members.names.ts';
import { type MemberView, memberSchema } from './members.schemas.ts';

interface MemberRow {
  readonly userId: string;
  readonly role: string;
  readonly limits: unknown;
  readonly byGroup: string | null;
  readonly createdAt: Date;
  readonly user: { readonly name: string; readonly email: string; readonly deactivatedAt: Date | null };
}

export function toMemberView(member: MemberRow): MemberView {
  const { name, email, deactivatedAt } = member.user;
  const deactivated = deactivatedAt !== null;
  return viewOf(memberSchema, member, { name, email, deactivated, ...toMembership(member) });
}

/** @throws ApiError `validation_failed` for a role that the project doesn't have, and for limits of one that can't be limited */
export function assertGivable({ services }: ProjectContext, defined: CustomRoles, { role, limits }: Membership): void {
  const rights = rightsOfRole(services.grants, defined, role);
  if (rights === null) throw invalid(['role'], `The project has no role ${role}.`);
  if (!hasLimits(limits) || isLimitable(rights)) return;
  throw invalid(['limits'], `The role ${role} can't be limited.`);
}

/**
 * @param pathOf where in the request a limit is
 * @throws ApiError `validation_failed` for a collection or a locale that the project doesn't have
 */
export async function checkLimits(
  { project, services }: ProjectContext,
  limits: MemberLimits,
  pathOf = (kind: string, index: number): ErrorDetail['path'] => ['limits', kind, index],
): Promise<void> {
  if (!hasLimits(limits)) return;
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const collections = schema?.collections.map(({ key }) => key);
  const known = { collections, locales: project.locales, reads: collections };
  const nouns = { collections: 'collection', locales: 'locale', reads: 'collection' };
  const details = (['collections', 'locales', 'reads'] as const).flatMap((kind) =>
    (limits[kind] ?? []).flatMap((one, index): ErrorDetail[] =>
      known[kind]?.includes(one) === false
        ? [{ path: pathOf(kind, index), message: `The project has no ${nouns[kind]} ${one}.` }]
        : [],
    ),
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

/** Limits as the database stores them. */
export function storedLimits(limits: Membership['limits']) {
  return hasLimits(limits) ? { ...limits } : Prisma.DbNull;
}

/** One member of a project. @throws ApiError `member.not_found` */
export async function getMemberInProject(tx: Transaction, projectId: string, userId: string): Promise<MemberRow> {
  const member = await tx.member.findUnique({
    where: { projectId_userId: { projectId, userId } },
    include: { user: true },
  });
  if (!member) throw new ApiError(memberErrors['member.not_found']);
  return member;
}

/**
 * Locks the owners of a project, and refuses to remove the last one who isn't deactivated.
 *
 * @throws ApiError `member.last_owner` when no one else owns the project
 */
export async function keepAnOwner(tx: Transaction, projectId: string, userId: string): Promise<void> {
  const owners = await lockOwners(tx, projectId);
  if (owners.every(({ id, isActive }) => id === userId || !isActive))
    throw new ApiError(memberErrors['member.last_owner']);
}

/** The owners of a project, who stay until the transaction ends. */
export function lockOwners(tx: Transaction, projectId: string): Promise<{ id: string; isActive: boolean }[]> {
  return query(
    tx,
    sql`SELECT m.user_id AS id, u.deactivated_at IS NULL AS "isActive" FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.project_id = ${projectId} AND m.role = 'owner' ORDER BY m.user_id FOR UPDATE OF m`,
    { id: text, isActive: bool },
  );
}
