import { findPasswordHash, hashPassword, matchesHash, replacePassword } from '../../access/accounts.ts';
import { forgetDevices } from '../../access/forget-devices.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { changePasswordInput, updateUserInput } from '../../api/auth/auth-body.ts';
import { wrongPasswords } from '../../api/auth/auth-operation.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { authOperation } from '../operation.ts';

export const updateUser = authOperation({
  about: "Changes one's own name, the language of mails, or how often they come.",
  access: 'session',
  input: updateUserInput,
  run: (ctx, body) => askBetterAuth(ctx, (api, options) => api.updateUser({ ...options, body })),
});

/**
 * Someone else may know the old password, so all sessions end, and this browser gets a new one. A password that was replaced meanwhile,
 * by a link or by another change, stays.
 */
export const changePassword = authOperation({
  about: 'Changes the password. Ends all other sessions.',
  access: 'session',
  limits: [wrongPasswords],
  input: changePasswordInput,
  async run(ctx, { currentPassword, newPassword }) {
    const { services, person } = ctx;
    const { prisma } = services.database;
    const from = await findPasswordHash(prisma, person.id);
    if (from === null || !(await matchesHash(services, currentPassword, from))) throw wrongPassword();
    const to = await hashPassword(services, newPassword);
    // Before sessions end: a program that fetches its token in between would keep it.
    await forgetDevices(prisma, person.id);
    await writeAccount(ctx, async (tx) => {
      if (!(await replacePassword(tx, person.id, { from, to }))) throw wrongPassword();
      // Sign-ins with the old one that wait for a code end, and browsers are asked for codes again.
      await tx.verification.deleteMany({ where: { value: person.id } });
      await forgetDevices(tx, person.id);
      await tx.session.deleteMany({ where: { userId: person.id } });
      await recordAccount(tx, ctx, person, 'account.change_password');
    });
    const body = { userId: person.id, providerFactor: person.providerFactor };
    const { token } = await askBetterAuth(ctx, (api, options) => api.renewSession({ ...options, body }));
    // The owner has proved the address, or set another password, after all sessions had ended.
    if ((await findPasswordHash(prisma, person.id)) !== to) {
      await prisma.session.deleteMany({ where: { token } });
      throw new ApiError('auth.missing_session');
    }
    return { changed: true };
  },
});

function wrongPassword(): ApiError {
  return invalid(['currentPassword'], 'The current password is wrong.');
}
