import { accountProvider } from '../../access/accounts.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { isOperator } from '../../access/operator.store.ts';
import { loadGroupsIn } from '../../access/providers/directory.store.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { unlinkInput } from '../../api/auth/auth-body.ts';
import { wrongPasswords } from '../../api/auth/auth-operation.ts';
import { confirmPassword } from '../../api/auth/signed-in.ts';
import { authOperation } from '../../domains/operation.ts';
import type { Services } from '../../domains/services.ts';
import { recordActions } from '../../platform/audit-records.store.ts';
import { ApiError } from '../../platform/errors.ts';
import { alignMemberships, groupsActor } from './group-members.ts';
import { singleSignOnErrors } from './single-sign-on.names.ts';

export const listLinks = authOperation({
  about: "The providers that one's own account is linked to, oldest first.",
  access: 'session',
  async run({ services, person }) {
    const links = await services.database.prisma.account.findMany({
      where: { userId: person.id, providerId: { not: 'credential' } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const data = links.map(({ id, providerId, createdAt }) => {
      const { name } = providerOf(services, providerId);
      return { id, name, created_at: createdAt.toISOString() };
    });
    return { data };
  },
});

/**
 * The roles that the provider's groups gave end with the link, except those of groups that its directory tells by itself, and so do
 * other sessions that began through a provider. Unlinking it again changes nothing.
 */
export const unlinkProvider = authOperation({
  about: 'Unlinks a provider.',
  access: 'session',
  limits: [wrongPasswords],
  input: unlinkInput,
  async run(ctx, { id, password }) {
    const { services, person, requestId } = ctx;
    await confirmPassword(ctx, password);
    const { id: userId, name, email, sessionId } = person;
    return writeAccount(ctx, async (tx) => {
      await lockPerson(tx, userId);
      const links = await tx.account.findMany({ where: { userId, providerId: { not: 'credential' } } });
      const link = links.find((one) => one.id === id);
      if (!link) return { removed: 0 };
      const isOther = links.some((one) => one !== link && providerOf(services, one.providerId).isUsed);
      const needsProvider = services.singleSignOn?.settings.replacesPasswords && !(await isOperator(tx, userId));
      if (needsProvider && !isOther) throw new ApiError(singleSignOnErrors['auth.only_sign_in']);
      const provider = providerOf(services, link.providerId);
      await tx.account.delete({ where: { id } });
      await tx.session.deleteMany({ where: { userId, id: { not: sessionId }, providerFactor: { not: null } } });
      const told = services.singleSignOn?.directory(provider.id) && (await loadGroupsIn(tx, provider.id, userId));
      const source = { provider, actor: groupsActor(provider), requestId };
      const records = await alignMemberships(tx, services, source, [{ id: userId, name, email, groups: told ?? [] }]);
      await recordAccount(tx, ctx, person, 'account.unlink_provider', { provider: provider.id });
      if (records.length > 0) await recordActions(tx, records);
      return { removed: 1 };
    });
  },
});

/** The provider of a link, also one that is not in the settings any more. */
function providerOf({ singleSignOn }: Services, providerId: string): { id: string; name: string; isUsed: boolean } {
  const [id = ''] = providerId.split(' ');
  const own = singleSignOn?.settings.providers.find((one) => accountProvider(one) === providerId);
  return { id, name: own?.name ?? id, isUsed: own !== undefined };
}
