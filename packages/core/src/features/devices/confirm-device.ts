import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { shownCodeInput } from '../../api/auth/auth-body.ts';
import type { PersonContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { deviceErrors, deviceLimits } from './devices.names.ts';

const wrongDeviceCodes = { limit: deviceLimits['auth.device_code'], counts: 'failures' } as const;

export const previewDevice = authOperation({
  about: 'Describes the program that shows a code. From then on, only this person may allow it.',
  access: 'session',
  limits: [wrongDeviceCodes],
  input: shownCodeInput,
  async run(ctx, { code }) {
    const { ipAddress, userAgent, expiresAt } = await answerDevice(ctx.services.database.prisma, ctx, code, {});
    return { ip_address: ipAddress, user_agent: userAgent, expires_at: expiresAt.toISOString() };
  },
});

export const allowDevice = authOperation({
  about: 'Allows the program that shows a code.',
  access: 'session',
  limits: [wrongDeviceCodes],
  input: shownCodeInput,
  run: (ctx, { code }) =>
    writeAccount(ctx, async (tx) => {
      await answerDevice(tx, ctx, code, { status: 'approved', providerFactor: ctx.person.providerFactor });
      await recordAccount(tx, ctx, ctx.person, 'account.allow_device');
      return { allowed: true };
    }),
});

export const denyDevice = authOperation({
  about: 'Refuses the program that shows a code.',
  access: 'session',
  limits: [wrongDeviceCodes],
  input: shownCodeInput,
  async run(ctx, { code }) {
    await answerDevice(ctx.services.database.prisma, ctx, code, { status: 'denied' });
    return { allowed: false };
  },
});

/**
 * Changes a code that waits and is no one else's, which is the person's from then on. One statement does all of it, and better-auth
 * reads the status afterwards: its own routes look first and write later, so that two answers could both count.
 *
 * @throws ApiError `auth.device_code_over`
 */
async function answerDevice(
  on: Transaction,
  { services, person: { id: userId } }: PersonContext,
  code: string,
  data: { readonly status?: 'approved' | 'denied'; readonly providerFactor?: boolean | null },
) {
  const isMine = { OR: [{ userId: null }, { userId }] };
  const waiting = { userCode: code, status: 'pending', expiresAt: { gt: services.clock.now() }, ...isMine };
  const [changed] = await on.deviceCode.updateManyAndReturn({ where: waiting, data: { userId, ...data } });
  if (!changed) throw new ApiError(deviceErrors['auth.device_code_over']);
  return changed;
}
