import { tellOwner } from '../../../access/account-news.ts';
import { createAccount, hashPassword } from '../../../access/accounts.ts';
import { authenticateSession, checkOrigin } from '../../../access/authenticate.ts';
import { openAt } from '../../../access/membership.ts';
import { mayDespite } from '../../../access/operator-rights.ts';
import { hashSecret } from '../../../access/token-secret.ts';
import { write } from '../../../platform/audit.ts';
import { isUniqueViolation } from '../../../platform/database/unique-violation.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import { invitationErrors } from './invitations.names.ts';
import type { AcceptedInvitation, AcceptInvitationInput } from './invitations.schemas.ts';
import { mayStillInvite } from './invitations.store.ts';
import { invitationActor, useInvitation } from './join-by-invitation.ts';

/**
 * Makes the holder of the link a member. A new person gives a name and a password. A person with an account must sign in first; who
 * isn't signed in with the address learns whether it has an account by nothing less than a whole attempt to make one.
 *
 * @throws ApiError `invitation.not_found`, `member.limit_reached`, `auth.missing_session`, `auth.email_not_verified`,
 *   `invitation.account_required`, `validation_failed`
 */
export async function acceptInvitation(ctx: Context, input: AcceptInvitationInput): Promise<AcceptedInvitation> {
  try {
    return await accept(ctx, input);
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    // The address got an account meanwhile.
    return accept(ctx, input);
  }
}

async function accept(ctx: Context, input: AcceptInvitationInput): Promise<AcceptedInvitation> {
  const { database, clock } = ctx.services;
  const where = { secretHash: hashSecret(input.secret), ...openAt(clock.now()) };
  const found = await database.prisma.invitation.findFirst({ where });
  if (!found || !(await mayStillInvite(database.prisma, found)))
    throw new ApiError(invitationErrors['invitation.not_found']);
  const user = await authenticateSession(ctx);
  const known = user?.email === found.email ? user : null;
  if (known) await checkKnown(ctx, known.id);
  else if (!(await mayDespite(database.pool, ctx.services.settings, 'invitations', found.invitedById))) {
    throw new ApiError(invitationErrors['invitation.account_required']);
  }
  const account = known ? null : await newAccount(ctx, found.email, input);
  if (account && (await database.prisma.user.findUnique({ where: { email: found.email } }))) {
    throw new ApiError('auth.missing_session', { message: `Sign in as ${found.email} to accept this invitation.` });
  }
  return write({ ...ctx, actor: invitationActor(found.email) }, async (tx) => {
    if (!(await mayStillInvite(tx, found))) throw new ApiError(invitationErrors['invitation.not_found']);
    const user = account ? await createAccount(tx, account) : known;
    if (!user) throw new ApiError(invitationErrors['invitation.not_found']);
    const audit = await useInvitation(tx, ctx.services, found, user);
    const created = { userId: user.id, to: user.email, action: 'account.create', at: clock.now() } as const;
    if (account) await tellOwner(tx, ctx.services, created);
    const { projectId, email, role } = found;
    return { answer: { project_id: projectId, user_id: user.id, email, role }, audit, projectId };
  });
}

/** The person who began the account may know its password still. Without mail, only an operator could verify it. */
async function checkKnown(ctx: Context, userId: string): Promise<void> {
  checkOrigin(ctx);
  const { database, mailer } = ctx.services;
  const { emailVerified } = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  if (!emailVerified && mailer !== null) throw new ApiError('auth.email_not_verified');
}

async function newAccount(ctx: Context, email: string, input: AcceptInvitationInput) {
  if (ctx.services.singleSignOn?.settings.replacesPasswords) {
    throw invalid(
      ['password'],
      'There are no passwords here. Sign in with a provider; then the invitation is accepted.',
    );
  }
  if (input.name === undefined) throw invalid(['name'], 'Sign in, or give a name as a new person.');
  if (input.password === undefined) throw invalid(['password'], 'Sign in, or choose a password as a new person.');
  const passwordHash = await hashPassword(ctx.services, input.password);
  return { email, name: input.name, passwordHash, emailVerified: false };
}
