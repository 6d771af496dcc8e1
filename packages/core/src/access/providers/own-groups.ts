import type { Transaction } from '../../platform/audit.ts';
import { accountProvider } from '../accounts.ts';
import type { AccessServices } from '../caller.ts';
import { loadGroupsIn } from './directory.store.ts';

/**
 * The groups that a person is in, by the provider's id: as its directory tells, or else as the provider named them at their last sign-in.
 * Providers that the person isn't linked to are left out.
 */
export async function loadOwnGroups(
  tx: Transaction,
  { singleSignOn }: Pick<AccessServices, 'singleSignOn'>,
  userId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const links = await tx.account.findMany({ where: { userId }, select: { providerId: true, groups: true } });
  const own = new Map<string, readonly string[]>();
  for (const provider of singleSignOn?.settings.providers ?? []) {
    const link = links.find(({ providerId }) => providerId === accountProvider(provider));
    const told = singleSignOn?.directory(provider.id) ? await loadGroupsIn(tx, provider.id, userId) : null;
    const groups = told ?? link?.groups;
    if (groups) own.set(provider.id, groups);
  }
  return own;
}
