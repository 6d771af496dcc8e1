import type { z } from 'zod';
import { isKnownBrowser } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { createPasswordReset, MAILED_LINK_LIFETIME_MS } from '../../access/password-resets.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { requestResetInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import type { AuthContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { ApiError } from '../../platform/errors.ts';
import { resetErrors, resetLimits } from './password-resets.names.ts';
import { resetMail } from './reset-mail.ts';

type Requested = z.output<typeof requestResetInput>;

/** A browser in which the owner signed in before has its own limit, which others can't exhaust. */
const isKnown = ({ email }: Requested, { services, headers }: AuthContext): boolean =>
  isKnownBrowser(services.settings, email, headers.get('cookie'));

/** Response and response time are the same whether or not the address has an account. */
export const requestReset = authOperation({
  about: 'Mails a link to choose a new password. 409 `auth.no_mail` where no mail is sent.',
  access: 'public',
  limits: [
    { limit: resetLimits['auth.reset_request_address'], per: byAddress },
    {
      limit: resetLimits['auth.reset_request_account'],
      when: (input, ctx) => !isKnown(input, ctx),
      per: (_ctx, { email }) => [email],
    },
    {
      limit: resetLimits['auth.reset_request'],
      per: (ctx, input) => [input.email, ...(isKnown(input, ctx) ? ['known browser'] : byAddress(ctx))],
    },
  ],
  input: requestResetInput,
  async run(ctx, requested) {
    const { mailer, log } = ctx.services;
    if (mailer === null) throw new ApiError(resetErrors['auth.no_mail']);
    void mailLink(ctx, requested).catch((err: unknown) => {
      log.error({ err }, 'the mail to reset a password could not be sent');
    });
    return { sent: true };
  },
});

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
