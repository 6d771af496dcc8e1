import { findPasswordHash, hashPassword, matchesHash, replacePassword } from '../../access/accounts.ts';
import { saysDeactivated } from '../../access/deactivated.ts';
import { forgetDevices } from '../../access/forget-devices.ts';
import { retryConflicts } from '../../platform/database/in-transaction.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { changePasswordInput, readAuthBody } from './auth-body.ts';
import { type AuthRequest, headersForBetterAuth, personOf, recordAccount, withCookiesOf } from './auth-request.ts';

/**
 * Changes the caller's password. Someone else may know the old one, so all sessions end, and this browser gets a new one. A password
 * that was replaced meanwhile, by a link or by another change, stays.
 */
export async function changePassword(request: AuthRequest): Promise<Response> {
  const { services } = request;
  const person = await personOf(request);
  const { currentPassword, newPassword } = await readAuthBody(request.request, changePasswordInput);
  const giveBack = await services.limiter.spend('auth.change_password', person.id);
  const { prisma } = services.database;
  const from = await findPasswordHash(prisma, person.id);
  if (from === null || !(await matchesHash(services, currentPassword, from))) throw wrongPassword();
  const to = await hashPassword(services, newPassword);
  // Before sessions end: a program that fetches its token in between would keep it.
  await forgetDevices(prisma, person.id);
  const isReplaced = await retryConflicts(() =>
    prisma.$transaction(async (tx) => {
      if (!(await replacePassword(tx, person.id, { from, to }))) return false;
      // Sign-ins with the old one that wait for a code end, and browsers are asked for codes again.
      await tx.verification.deleteMany({ where: { value: person.id } });
      await forgetDevices(tx, person.id);
      await tx.session.deleteMany({ where: { userId: person.id } });
      return true;
    }),
  );
  if (!isReplaced) throw wrongPassword();
  await giveBack();
  await recordAccount(request, person, 'account.change_password');
  return beginAgain(request, person, to);
}

async function beginAgain(
  request: AuthRequest,
  { id: userId, providerFactor }: { readonly id: string; readonly providerFactor: boolean | null },
  hash: string,
): Promise<Response> {
  const { api } = await request.services.auth();
  const headers = headersForBetterAuth(request);
  const answer = await api.renewSession({ body: { userId, providerFactor }, headers, asResponse: true });
  if (await saysDeactivated(answer)) throw new ApiError('auth.deactivated');
  if (!answer.ok) throw new ApiError('internal', { cause: await answer.text() });
  const { token } = (await answer.clone().json()) as { token: string };
  // The owner has proved the address, or set another password, after all sessions had ended.
  if ((await findPasswordHash(request.services.database.prisma, userId)) !== hash) {
    await request.services.database.prisma.session.deleteMany({ where: { token } });
    throw new ApiError('auth.missing_session');
  }
  return withCookiesOf(answer, { changed: true });
}

function wrongPassword(): ApiError {
  return invalid(['currentPassword'], 'The current password is wrong.');
}
