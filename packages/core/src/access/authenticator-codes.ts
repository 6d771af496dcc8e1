import { createOTP } from '@better-auth/utils/otp';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';

const VERIFY = '/two-factor/verify-totp';
/** The plugin's name of the cookie of those who have given their password, and not yet a code. */
const PENDING_COOKIE = 'two_factor';
const PERIOD_MS = 30_000;
/** How many codes before and after the current one are taken. */
const WINDOW = 1;

type CodeContext = Parameters<typeof getSessionFromCtx>[0];

const input = z.object({ code: z.string() });

/** Codes of an authenticator app, and recovery codes. */
export const codesOfApps = () => twoFactor({ issuer: 'Stele', backupCodeOptions: { storeBackupCodes: 'encrypted' } });

/**
 * Lets each code of an authenticator app work once, and no older one after it (RFC 6238, section 5.2), by the given clock. The plugin
 * compares codes with its machine's clock: it gets one that's right there, or none.
 */
export function singleUse(prisma: PrismaClient, clock: Clock): BetterAuthPlugin {
  const handler = createAuthMiddleware(async (ctx) => {
    const userId = await whoEnters(ctx);
    const enrolled = userId === null ? null : await prisma.twoFactor.findFirst({ where: { userId } });
    if (!enrolled) return;
    const otp = createOTP(await symmetricDecrypt({ key: ctx.context.secretConfig, data: enrolled.secret }));
    const given = input.safeParse(ctx.body).data?.code ?? '';
    const now = Math.floor(clock.now().getTime() / PERIOD_MS);
    for (let step = now - WINDOW; step <= now + WINDOW; step++) {
      if ((await otp.hotp(step)) !== given || !(await use(prisma, enrolled.id, step))) continue;
      return { context: { body: { ...ctx.body, code: await otp.totp() } } };
    }
    return { context: { body: { ...ctx.body, code: '' } } };
  });
  return { id: 'single-use-codes', hooks: { before: [{ matcher: ({ path }) => path === VERIFY, handler }] } };
}

/** Who enters a code: the one who is signed in and turns codes on, or the one who has given their password. */
async function whoEnters(ctx: CodeContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { name } = ctx.context.createAuthCookie(PENDING_COOKIE);
  const pending = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!pending) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(pending))?.value ?? null;
}

/** Marks a code as used. @returns false when it or a later one was used already */
async function use(prisma: PrismaClient, id: string, step: number): Promise<boolean> {
  const { count } = await prisma.twoFactor.updateMany({
    where: { id, OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: step } }] },
    data: { lastUsedStep: step },
  });
  return count === 1;
}
