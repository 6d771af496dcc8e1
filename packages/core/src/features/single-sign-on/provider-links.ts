import { accountProvider } from '../../access/accounts.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { isOperator } from '../../access/operator.store.ts';
import { loadGroupsIn } from '../../access/providers/directory.store.ts';
import { readAuthBody, unlinkInput } from '../../api/auth/auth-body.ts';
import { type AuthRequest, confirmPassword, personOf } from '../../api/auth/auth-request.ts';
import type { Services } from '../../domains/services.ts';
import type { Transaction } from '../../platform/audit.ts';
import { insertAuditRecords } from '../../platform/audit-records.store.ts';
import { retryConflicts } from '../../platform/database/in-transaction.ts';
import { execute } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { alignMemberships, groupsActor } from './group-members.ts';

/** The providers that the caller's account is linked to, oldest first. */
export async function listLinks(services: Services, request: AuthRequest): Promise<Response> {
  const { id: userId } = await personOf(request);
  const links = await services.database.prisma.account.findMany({
    where: { userId, providerId: { not: 'credential' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const data = links.map(({ id, providerId, createdAt }) => {
    const { name } = providerOf(services, providerId);
    return { id, name, created_at: createdAt.toISOString() };
  });
  return Response.json({ data });
}

/**
 * Unlinks a provider from the caller's account, once they have entered their password. The roles that its groups gave end with it,
 * except those of groups that its directory tells by itself, and so do other sessions that began through a provider. Unlinking it
 * again changes nothing.
 *
 * @throws ApiError `auth.missing_session`, `rate_limited`, `auth.only_sign_in`, and `validation_failed` at `password`
 */
export async function unlinkProvider(services: Services, request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const { id, password } = await readAuthBody(request.request, unlinkInput);
  await confirmPassword(services, person, password);
  const { id: userId, name, email, sessionId } = person;
  const unlink = async (tx: Transaction): Promise<number> => {
    await lockPerson(tx, userId);
    const links = await tx.account.findMany({ where: { userId, providerId: { not: 'credential' } } });
    const link = links.find((one) => one.id === id);
    if (!link) return 0;
    const isOther = links.some((one) => one !== link && providerOf(services, one.providerId).isUsed);
    const needsProvider = services.singleSignOn?.settings.replacesPasswords && !(await isOperator(tx, userId));
    if (needsProvider && !isOther) throw new ApiError('auth.only_sign_in');
    const provider = providerOf(services, link.providerId);
    await tx.account.delete({ where: { id } });
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId }, providerFactor: { not: null } } });
    const told = services.singleSignOn?.directory(provider.id) && (await loadGroupsIn(tx, provider.id, userId));
    const source = { provider, actor: groupsActor(provider), requestId: request.requestId };
    const records = await alignMemberships(tx, services, source, [{ id: userId, name, email, groups: told ?? [] }]);
    const actor = { type: 'user', id: userId, name, email } as const;
    const [requestId, at] = [request.requestId, services.clock.now()];
    const data = { provider: provider.id };
    const record = {
      projectId: null,
      action: 'account.unlink_provider',
      targetId: userId,
      actor,
      requestId,
      data,
      at,
    } as const;
    await execute(tx, insertAuditRecords([record, ...records]));
    return 1;
  };
  const removed = await retryConflicts(() => services.database.prisma.$transaction(unlink));
  return Response.json({ removed });
}

/** The provider of a link, also one that is not in the settings any more. */
function providerOf({ singleSignOn }: Services, providerId: string): { id: string; name: string; isUsed: boolean } {
  const [id = ''] = providerId.split(' ');
  const own = singleSignOn?.settings.providers.find((one) => accountProvider(one) === providerId);
  return { id, name: own?.name ?? id, isUsed: own !== undefined };
}
