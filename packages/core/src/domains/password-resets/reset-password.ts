import type { z } from 'zod';
import { hashPassword } from '../../access/accounts.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import {
  createPasswordReset,
  findPasswordReset,
  MAILED_LINK_LIFETIME_MS,
  usePasswordReset,
} from '../../access/password-resets.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import type { completeResetInput, requestResetInput } from '../../api/auth/auth-body.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AuthContext } from '../context.ts';
import { resetErrors } from './password-resets.names.ts';
import { resetMail } from './reset-mail.ts';

type Requested = z.output<typeof requestResetInput>;

/**
 * Mails a link to choose a new password. Response and response time are the same whether or not the address has an account.
 */
export async function requestReset(ctx: AuthContext, requested: Requested): Promise<{ sent: true }> {
  const { mailer, log } = ctx.services;
  if (mailer === null) throw new ApiError(resetErrors['auth.no_mail']);
  void mailLink(ctx, requested).catch((err: unknown) => {
    log.error({ err }, 'the mail to reset a password could not be sent');
  });
  return { sent: true };
}

async function mailLink(ctx: AuthContext, { email, language }: Requested): Promise<void> {
  const { database, clock, mailer, settings } = ctx.services;
  const user = await database.prisma.user.findUnique({ where: { email, deactivatedAt: null } });
  if (!user || !mailer || !(await maySignInWithout(ctx.services, email))) return;
  const reset = { userId: user.id, madeById: null, now: clock.now(), lifetimeMs: MAILED_LINK_LIFETIME_MS };
  const { secret } = await writeAccount(ctx, async (tx) => {
    await recordAccount(tx, ctx, user, 'account.request_password_reset', {}, SYSTEM);
    return createPasswordReset(tx, reset);
  });
  const link = `${settings.adminUrl}/reset-password#${secret}`;
  await mailer.send({ to: user.email, ...resetMail(language, { name: user.name, link }) });
}

/** The person whose password a link resets. @throws ApiError `auth.reset_over` */
export async function previewReset(ctx: AuthContext, { secret }: { secret: string }): Promise<{ email: string }> {
  const { user } = await findReset(ctx, secret);
  return { email: user.email };
}

/** Sets a new password by a link, which works once. All sessions end. @throws ApiError `auth.reset_over` */
export async function completeReset(
  ctx: AuthContext,
  { secret, password }: z.output<typeof completeResetInput>,
): Promise<{ email: string }> {
  const { services } = ctx;
  const now = services.clock.now();
  const { id, user } = await findReset(ctx, secret);
  const passwordHash = await hashPassword(services, password);
  const isUsed = await writeAccount(ctx, async (tx) => {
    const used = await usePasswordReset(tx, { id, userId: user.id, passwordHash, now });
    if (used) await recordAccount(tx, ctx, user, 'account.reset_password', used.ended && { removed: used.ended });
    return used !== null;
  });
  if (!isUsed) throw over();
  return { email: user.email };
}

async function findReset({ services }: AuthContext, secret: string) {
  const found = await findPasswordReset(services.database.prisma, secret, services.clock.now());
  if (!found || !(await maySignInWithout(services, found.user.email))) throw over();
  return found;
}

function over(): ApiError {
  return new ApiError(resetErrors['auth.reset_over']);
}
