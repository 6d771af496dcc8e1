import type { Transaction } from '../platform/audit.ts';

/** Prefix of better-auth's identifiers of browsers that sign in without a code. */
const TRUSTED_DEVICE = 'trust-device-';

/** Programs that a person allowed, but that haven't fetched their token yet, get no token. */
export async function forgetDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.deviceCode.deleteMany({ where: { userId } });
}

/** Makes every browser ask for a code again. */
export async function forgetTrustedDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId, identifier: { startsWith: TRUSTED_DEVICE } } });
}
