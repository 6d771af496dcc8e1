import { accountProvider } from '../../access/accounts.ts';
import { customRolesOf, rightsOfRole } from '../../access/membership.ts';
import { isOperator } from '../../access/operator.store.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { GroupRole } from './members.schemas.ts';

/** The roles that groups have, from a project's row. The first group that someone is in counts. */
export function groupRolesOf({ groupRoles }: { readonly groupRoles: unknown }): readonly GroupRole[] {
  return groupRoles as GroupRole[];
}

/**
 * Checks which groups an owner gives roles. Groups that have one already stay, also when their provider is gone. Only those who sign
 * in through a provider themselves, and the operator, can name more of its groups: others would learn who is in them.
 *
 * @param before what the project has now
 * @throws ApiError `validation_failed` for a provider that the instance doesn't have, or its groups are not for this owner to name,
 *   and for a role that the project doesn't have
 */
export async function checkGroupRoles(
  tx: Transaction,
  { services, actor }: ProjectContext,
  before: Parameters<typeof groupRolesOf>[0] & Parameters<typeof customRolesOf>[0],
  list: readonly GroupRole[],
): Promise<void> {
  const roles = customRolesOf(before);
  const known = groupRolesOf(before);
  const providers = services.singleSignOn?.settings.providers ?? [];
  const linked = await tx.account.findMany({ where: { userId: actor.id } });
  const mayNameAll = await isOperator(tx, actor.id);
  const details = list.flatMap(({ provider, group, role }, index): ErrorDetail[] => {
    const found: ErrorDetail[] = [];
    const say = (field: string, message: string) => found.push({ path: ['group_roles', index, field], message });
    const isKnown = known.some((one) => one.provider === provider && one.group === group);
    const own = providers.find(({ id }) => id === provider);
    const mayName = mayNameAll || (own && linked.some(({ providerId }) => providerId === accountProvider(own)));
    if (!isKnown && !own) say('provider', `There is no provider ${provider}.`);
    else if (!isKnown && !mayName) say('provider', `Sign in with ${own?.name} yourself first.`);
    if (!rightsOfRole(services.grants, roles, role)) say('role', `The project has no role ${role}.`);
    return found;
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
