import { bearerOf } from '../../access/authenticate.ts';
import { createPasswordReset, HANDED_LINK_LIFETIME_MS } from '../../access/password-resets.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { ResetLink } from './members.schemas.ts';
import { checkMayReset, getMemberInProject } from './members.store.ts';

/**
 * Makes a link for a member to choose a new password, which is shown once. Its holder can sign in as that person. So only another
 * person who owns all of the member's projects, or who set up the instance, can make it, and only in the browser: an abandoned
 * session or a stolen personal token must not become a password. There are no links for someone deactivated, and none where
 * single sign-on replaces passwords.
 *
 * @throws ApiError `member.not_found`, `member.reset_not_allowed`; `auth.insufficient_scope` for a personal token
 */
export async function createResetLink(ctx: ProjectContext, input: { userId: string }): Promise<ResetLink> {
  if (bearerOf(ctx) !== null) throw new ApiError('auth.insufficient_scope');
  if (ctx.services.singleSignOn?.settings.replacesPasswords) throw new ApiError('member.reset_not_allowed');
  const now = ctx.services.clock.now();
  return write(ctx, async (tx) => {
    const { user } = await getMemberInProject(tx, ctx.project.id, input.userId);
    if (user.deactivatedAt) throw new ApiError('member.reset_not_allowed');
    await checkMayReset(tx, ctx.actor.id, input.userId);
    const made = await createPasswordReset(tx, { userId: input.userId, now, lifetimeMs: HANDED_LINK_LIFETIME_MS });
    return {
      answer: {
        reset_url: `${ctx.services.settings.adminUrl}/reset-password#${made.secret}`,
        expires_at: made.expiresAt.toISOString(),
      },
      audit: {
        action: 'member.reset_link',
        targetId: input.userId,
        data: { name: user.name, email: user.email, expires_at: made.expiresAt.toISOString() },
      },
    };
  });
}
