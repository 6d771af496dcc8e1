import type { z } from 'zod';
import type { Auth } from '../../access/better-auth.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth, withoutCookies } from '../../api/auth/ask-better-auth.ts';
import type { passkeyNameInput } from '../../api/auth/auth-body.ts';
import { confirmPassword, requireVerified } from '../../api/auth/signed-in.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PersonContext } from '../context.ts';
import { passkeyErrors } from './passkeys.names.ts';

/** The most passkeys that a person may have. */
const MOST_PASSKEYS = 25;

/** The caller's passkeys, newest first. */
export async function listPasskeys({ services, person }: PersonContext) {
  const { prisma } = services.database;
  const passkeys = await prisma.passkey.findMany({ where: { userId: person.id }, orderBy: { id: 'desc' } });
  const data = passkeys.map(({ id, name, createdAt, backedUp }) => ({
    id,
    name: name ?? '',
    created_at: createdAt?.toISOString() ?? null,
    synced: backedUp,
  }));
  return { data };
}

/** The options for a browser to create a passkey. */
export interface PasskeyRegistrationOptions
  extends Awaited<ReturnType<Auth['api']['generatePasskeyRegistrationOptions']>> {}

/** The options for a browser to create a passkey. Needs the password. */
export async function passkeyRegistrationOptions(
  ctx: PersonContext,
  { password }: { password: string },
): Promise<PasskeyRegistrationOptions> {
  await confirmPassword(ctx, password);
  requireVerified(ctx.person);
  const count = await ctx.services.database.prisma.passkey.count({ where: { userId: ctx.person.id } });
  if (count >= MOST_PASSKEYS) throw new ApiError(passkeyErrors['auth.passkey_limit_reached']);
  return askBetterAuth(ctx, (api, options) => api.generatePasskeyRegistrationOptions(options));
}

/** Stores the passkey that a browser made. */
export async function registerPasskey(
  ctx: PersonContext,
  body: z.output<typeof passkeyNameInput>,
): Promise<{ id: string; name: string }> {
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
}

/** Renames one of the caller's passkeys. @throws ApiError `auth.passkey_not_found` */
export async function renamePasskey(
  { services, person }: PersonContext,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; name: string }> {
  const where = { id, userId: person.id };
  const { count } = await services.database.prisma.passkey.updateMany({ where, data: { name } });
  if (count === 0) throw new ApiError(passkeyErrors['auth.passkey_not_found']);
  return { id, name };
}

/** Removes one of the caller's passkeys. Removing it again changes nothing. */
export function removePasskey(ctx: PersonContext, { id }: { id: string }): Promise<{ removed: number }> {
  return writeAccount(ctx, async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: ctx.person.id } });
    if (count > 0) await recordAccount(tx, ctx, ctx.person, 'account.remove_passkey', { passkey_id: id });
    return { removed: count };
  });
}
