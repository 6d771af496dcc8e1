import { bearerOf } from '../../access/authenticate.ts';
import { createPasswordReset, HANDED_LINK_LIFETIME_MS } from '../../access/password-resets.ts';
import { resetRightOf } from '../../access/reset-right.store.ts';
import { type Transaction, write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { Services } from '../services.ts';
import { memberActions, memberErrors } from './members.names.ts';
import type { ResetLink } from './members.schemas.ts';
import { getMemberInProject } from './members.store.ts';

/**
 * Makes a link for a member to choose a new password, which is shown once. Its holder can sign in as that person. So only an operator
 * can make it, or, while the member's address isn't verified, an owner of all their projects, and only in the browser: a stolen personal
 * token must not become a password. There are no links for someone deactivated, and none where single sign-on replaces passwords.
 *
 * @throws ApiError `member.not_found`, `member.reset_not_allowed`; `auth.insufficient_scope` for a personal token
 */
export async function createResetLink(ctx: ProjectContext, input: { userId: string }): Promise<ResetLink> {
  if (bearerOf(ctx) !== null) throw new ApiError('auth.insufficient_scope');
  if (ctx.services.singleSignOn?.settings.replacesPasswords)
    throw new ApiError(memberErrors['member.reset_not_allowed']);
  return write(ctx, async (tx) => {
    const { user } = await getMemberInProject(tx, ctx.project.id, input.userId);
    if (user.deactivatedAt) throw new ApiError(memberErrors['member.reset_not_allowed']);
    if ((await resetRightOf(tx, ctx.actor.id, input.userId)) === null)
      throw new ApiError(memberErrors['member.reset_not_allowed']);
    const answer = await makeHandedLink(tx, ctx.services, { userId: input.userId, madeById: ctx.actor.id });
    const data = { name: user.name, email: user.email, expires_at: answer.expires_at };
    return { answer, audit: { action: memberActions['member.reset_link'], targetId: input.userId, data } };
  });
}

/** Makes a link that someone hands to a person. Who may, is checked before. */
export async function makeHandedLink(
  tx: Transaction,
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  who: { readonly userId: string; readonly madeById: string },
): Promise<ResetLink> {
  const reset = { ...who, now: clock.now(), lifetimeMs: HANDED_LINK_LIFETIME_MS };
  const { secret, expiresAt } = await createPasswordReset(tx, reset);
  return { reset_url: `${settings.adminUrl}/reset-password#${secret}`, expires_at: expiresAt.toISOString() };
}
