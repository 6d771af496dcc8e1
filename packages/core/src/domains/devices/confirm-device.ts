import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PersonContext } from '../context.ts';
import { deviceErrors } from './devices.names.ts';

/** A code as a program shows it, without what makes it readable. */
interface ShownCode {
  readonly code: string;
}

/** Describes the program that shows a code. From then on, only this person may allow it. @throws ApiError `auth.device_code_over` */
export async function previewDevice(ctx: PersonContext, shown: ShownCode) {
  const { ipAddress, userAgent, expiresAt } = await answer(ctx.services.database.prisma, ctx, shown, {});
  return { ip_address: ipAddress, user_agent: userAgent, expires_at: expiresAt.toISOString() };
}

/** Allows the program that shows a code. @throws ApiError `auth.device_code_over` */
export function allowDevice(ctx: PersonContext, shown: ShownCode): Promise<{ allowed: true }> {
  const { person } = ctx;
  return writeAccount(ctx, async (tx) => {
    await answer(tx, ctx, shown, { status: 'approved', providerFactor: person.providerFactor });
    await recordAccount(tx, ctx, person, 'account.allow_device');
    return { allowed: true };
  });
}

/** Refuses the program that shows a code. @throws ApiError `auth.device_code_over` */
export async function denyDevice(ctx: PersonContext, shown: ShownCode): Promise<{ allowed: false }> {
  await answer(ctx.services.database.prisma, ctx, shown, { status: 'denied' });
  return { allowed: false };
}

/**
 * Changes a code that waits and is no one else's, which is the person's from then on. One statement does all of it, and better-auth
 * reads the status afterwards: its own routes would look first and write later, so that two answers could both count.
 */
async function answer(
  on: Transaction,
  { services, person }: PersonContext,
  { code }: ShownCode,
  data: { readonly status?: 'approved' | 'denied'; readonly providerFactor?: boolean | null },
) {
  const { id: userId } = person;
  const isMine = { OR: [{ userId: null }, { userId }] };
  const waiting = { userCode: code, status: 'pending', expiresAt: { gt: services.clock.now() }, ...isMine };
  const [changed] = await on.deviceCode.updateManyAndReturn({ where: waiting, data: { userId, ...data } });
  if (!changed) throw new ApiError(deviceErrors['auth.device_code_over']);
  return changed;
}
