import type { Auth } from '../../access/better-auth.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth, withoutCookies } from '../../api/auth/ask-better-auth.ts';
import { passkeyInput, passkeyNameInput, passwordInput } from '../../api/auth/auth-body.ts';
import { wrongPasswords } from '../../api/auth/auth-operation.ts';
import { confirmPassword, requireVerified } from '../../api/auth/signed-in.ts';
import { authOperation } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { passkeyErrors } from './passkeys.names.ts';

/** The most passkeys that a person may have. */
const MOST_PASSKEYS = 25;

/** The options for a browser to create a passkey. */
export interface PasskeyOptions extends Awaited<ReturnType<Auth['api']['generatePasskeyRegistrationOptions']>> {}

export const listPasskeys = authOperation({
  about: "One's own passkeys, newest first.",
  access: 'session',
  async run({ services, person }) {
    const { prisma } = services.database;
    const passkeys = await prisma.passkey.findMany({ where: { userId: person.id }, orderBy: { id: 'desc' } });
    const data = passkeys.map(({ id, name, createdAt, backedUp }) => ({
      id,
      name: name ?? '',
      created_at: createdAt?.toISOString() ?? null,
      synced: backedUp,
    }));
    return { data };
  },
});

export const passkeyOptions = authOperation({
  about: 'The options with which a browser creates a passkey.',
  access: 'session',
  limits: [wrongPasswords],
  input: passwordInput,
  async run(ctx, { password }): Promise<PasskeyOptions> {
    await confirmPassword(ctx, password);
    requireVerified(ctx.person);
    const count = await ctx.services.database.prisma.passkey.count({ where: { userId: ctx.person.id } });
    if (count >= MOST_PASSKEYS) throw new ApiError(passkeyErrors['auth.passkey_limit_reached']);
    return askBetterAuth(ctx, (api, options) => api.generatePasskeyRegistrationOptions(options));
  },
});

export const addPasskey = authOperation({
  about: 'Adds the passkey that a browser created.',
  access: 'verified',
  limits: [{ limit: 'auth.account' }],
  input: passkeyNameInput,
  async run(ctx, body) {
    const { services, person } = ctx;
    const { prisma, pool } = services.database;
    const { id } = await askBetterAuth(
      withoutCookies(ctx),
      (api, options) => api.verifyPasskeyRegistration({ ...options, body }),
      () => passkeyErrors['auth.passkey_refused'],
    );
    // Whatever ends sessions may have come meanwhile, and not have seen this passkey.
    if ((await prisma.session.count({ where: { id: person.sessionId } })) === 0) {
      await prisma.passkey.deleteMany({ where: { id } });
      throw new ApiError('auth.missing_session');
    }
    await recordAccount(pool, ctx, person, 'account.add_passkey', { passkey_id: id, name: body.name });
    return { id, name: body.name };
  },
});

export const renamePasskey = authOperation({
  about: 'Renames a passkey.',
  access: 'session',
  limits: [{ limit: 'auth.account' }],
  input: passkeyInput.required(),
  async run({ services, person }, { id, name }) {
    const where = { id, userId: person.id };
    const { count } = await services.database.prisma.passkey.updateMany({ where, data: { name } });
    if (count === 0) throw new ApiError(passkeyErrors['auth.passkey_not_found']);
    return { id, name };
  },
});

export const removePasskey = authOperation({
  about: 'Removes a passkey. Removing it again changes nothing.',
  access: 'session',
  limits: [{ limit: 'auth.account' }],
  input: passkeyInput,
  run: (ctx, { id }) =>
    writeAccount(ctx, async (tx) => {
      const { count } = await tx.passkey.deleteMany({ where: { id, userId: ctx.person.id } });
      if (count > 0) await recordAccount(tx, ctx, ctx.person, 'account.remove_passkey', { passkey_id: id });
      return { removed: count };
    }),
});
