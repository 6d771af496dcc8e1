import { customRolesOf, rightsOfRole } from '../../access/membership.ts';
import { isOperator } from '../../access/operator.store.ts';
import { mayDespite } from '../../access/operator-rights.ts';
import { loadOwnGroups } from '../../access/providers/own-groups.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { GroupRole } from './roles.schemas.ts';

/** The roles that groups have, from a project's row. The first group that someone is in counts. */
export function groupRolesOf({ groupRoles }: { readonly groupRoles: unknown }): readonly GroupRole[] {
  return groupRoles as GroupRole[];
}

/**
 * Checks which groups an owner gives roles. Groups that have one already stay, also when their provider is gone. Owners can name more
 * groups that they are in themselves, by their directory or their last sign-in, and the operator all: people of a group get accounts, and
 * owners learn who they are.
 *
 * @param before the roles of groups that the project has now
 * @throws ApiError `validation_failed` for a provider that the instance doesn't have, or its groups are not for this owner to name,
 *   and for a role that the project doesn't have
 */
export async function checkGroupRoles(
  tx: Transaction,
  ctx: ProjectContext,
  before: Parameters<typeof groupRolesOf>[0] & Parameters<typeof customRolesOf>[0],
  list: readonly GroupRole[],
): Promise<void> {
  const roles = customRolesOf(before);
  const known = groupRolesOf(before);
  const isKnown = ({ provider, group }: GroupRole) =>
    known.some((one) => one.provider === provider && one.group === group);
  const whyNot = list.every(isKnown) ? () => null : await namingRule(tx, ctx);
  const details = list.flatMap((given, index): ErrorDetail[] => {
    const path = ['group_roles', index];
    const refusal = isKnown(given) ? null : whyNot(given);
    const hasRole = rightsOfRole(ctx.services.grants, roles, given.role) !== null;
    return [
      ...(refusal ? [{ path: [...path, refusal.field], message: refusal.message }] : []),
      ...(hasRole ? [] : [{ path: [...path, 'role'], message: `The project has no role ${given.role}.` }]),
    ];
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

type Refusal = { readonly field: 'provider' | 'group'; readonly message: string };

/** Says why the caller can't name a group that has no role yet; null when they can. */
async function namingRule(
  tx: Transaction,
  { services, actor }: ProjectContext,
): Promise<(named: GroupRole) => Refusal | null> {
  const providers = services.singleSignOn?.settings.providers ?? [];
  const namesAll = await isOperator(tx, actor.id);
  const mayName = namesAll || (await mayDespite(tx, services.settings, 'groups', actor.id));
  const own = namesAll ? null : await loadOwnGroups(tx, services, actor.id);
  return ({ provider, group }) => {
    const refuse = (field: Refusal['field'], message: string) => ({ field, message });
    const settings = providers.find(({ id }) => id === provider);
    if (!settings) return refuse('provider', `There is no provider ${provider}.`);
    if (!mayName) return refuse('provider', 'Here only an operator of the instance gives roles to groups.');
    const groups = own?.get(provider);
    if (own && !groups) return refuse('provider', `Sign in with ${settings.name} yourself first.`);
    if (groups && !groups.includes(group))
      return refuse(
        'group',
        `You are not in the group ${group} yourself. Sign in with ${settings.name} again if you joined it since.`,
      );
    return null;
  };
}
