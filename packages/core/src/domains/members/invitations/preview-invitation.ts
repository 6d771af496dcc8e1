import { authenticateSession } from '../../../access/authenticate.ts';
import { openAt } from '../../../access/membership.ts';
import { hashSecret } from '../../../access/token-secret.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import { invitationErrors } from './invitations.names.ts';
import type { InvitationPreview } from './invitations.schemas.ts';
import { mayStillInvite } from './invitations.store.ts';

/**
 * Describes an invitation to the holder of its link, while it can be accepted.
 *
 * @throws ApiError `invitation.not_found`
 */
export async function previewInvitation(
  ctx: Context,
  { secret }: { readonly secret: string },
): Promise<InvitationPreview> {
  const { database, clock } = ctx.services;
  const { prisma } = database;
  const found = await prisma.invitation.findFirst({
    where: { secretHash: hashSecret(secret), ...openAt(clock.now()) },
    include: { project: { select: { name: true } } },
  });
  if (!found || !(await mayStillInvite(prisma, found))) throw new ApiError(invitationErrors['invitation.not_found']);
  const user = await authenticateSession(ctx);
  return {
    project_name: found.project.name,
    role: found.role,
    email: found.email,
    invited_by: found.invitedByName,
    has_account: user?.email === found.email ? true : null,
    expires_at: found.expiresAt.toISOString(),
  };
}
