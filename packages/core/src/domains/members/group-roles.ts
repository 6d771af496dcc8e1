import { customRolesOf, rightsOfRole } from '../../access/membership.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { GroupRole } from './members.schemas.ts';

/** Whether a linked account is of a provider: its name and issuer name it. */
function isOfProvider(providerId: string, provider: string): boolean {
  return providerId === provider || providerId.startsWith(`${provider} `);
}

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
  const named = list.map(({ provider }) => provider);
  const linked = await tx.account.findMany({ where: { userId: actor.id } });
  const isOperator = (await tx.instance.findUnique({ where: { id: 1 } }))?.ownerId === actor.id;
  const mayName = new Set(
    named.filter((id) => isOperator || linked.some(({ providerId }) => isOfProvider(providerId, id))),
  );
  const providers = services.singleSignOn?.settings.providers ?? [];
  const details = list.flatMap(({ provider, group, role }, index): ErrorDetail[] => {
    const found: ErrorDetail[] = [];
    const say = (field: string, message: string) => found.push({ path: ['group_roles', index, field], message });
    const isKnown = known.some((one) => one.provider === provider && one.group === group);
    const { name } = providers.find(({ id }) => id === provider) ?? {};
    if (!isKnown && name === undefined) say('provider', `There is no provider ${provider}.`);
    else if (!isKnown && !mayName.has(provider)) say('provider', `Sign in with ${name} yourself first.`);
    if (!rightsOfRole(services.grants, roles, role)) say('role', `The project has no role ${role}.`);
    return found;
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
