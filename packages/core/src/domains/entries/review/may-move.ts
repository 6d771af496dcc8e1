import type { WorkflowDocument, WorkflowState } from '@stele/schema';
import { can, type Permission, type Rights } from '../../../access/permissions.ts';

/** A person or a program in a project. */
interface Mover {
  readonly actor: { readonly type: string; readonly id: string };
  /** Null for a program. */
  readonly role: string | null;
  readonly rights: Rights;
}

/**
 * Whether someone who may change or publish an entry may move it to a state. An approval needs the right to publish in each locale
 * that it's for, unless the state names roles. Programs have no role, and don't approve.
 *
 * @param locales the locales that would be approved; none for all of the project
 */
export function mayMoveTo(
  { actor, role, rights }: Mover,
  {
    collectionKey: collection,
    createdBy,
  }: { readonly collectionKey: string; readonly createdBy: { readonly id: string } },
  { publish_needs: needed }: WorkflowDocument,
  { key, moved_by: roles }: WorkflowState,
  locales: readonly string[] = [],
): boolean {
  const isPerson = actor.type === 'user';
  if (roles && !(isPerson && (role === 'owner' || roles.includes(role ?? '')))) return false;
  if (key !== needed) return true;
  const permissions: readonly Permission[] = roles ? ['entry.write', 'entry.publish'] : ['entry.publish'];
  const target = { collection, createdBy: createdBy.id };
  const targets = locales.length > 0 ? locales.map((locale) => ({ ...target, locale })) : [target];
  return isPerson && targets.every((one) => permissions.some((permission) => can({ rights, actor }, permission, one)));
}
