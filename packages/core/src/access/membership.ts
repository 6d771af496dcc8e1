import {
  type Grants,
  isReading,
  type Permission,
  type Rights,
  type Role,
  type RolePermission,
  rightsOfCustom,
  rolePermissions,
  roles,
  type Scope,
} from './permissions.ts';

/** Limits of a member's role. Without a list, there's no limit of its kind. */
export interface MemberLimits {
  /** The collections whose entries the member may change and publish. */
  readonly collections?: string[] | undefined;
  /** The locales that the member may change and publish. */
  readonly locales?: string[] | undefined;
  /** The collections whose entries the member may read, before and after they are published. */
  readonly reads?: string[] | undefined;
}

/** Limits of a project token. Without a list, there's no limit of its kind. */
export interface TokenLimits {
  /** The collections whose drafts it may read and change. */
  readonly reads?: string[] | undefined;
  /** The addresses and networks that its requests may come from. */
  readonly addresses?: string[] | undefined;
}

/** A member of a project, as stored. */
export interface Membership {
  /** A role that every project has, or the key of one that the project defines. */
  readonly role: string;
  /** Null and an empty object are no limits. */
  readonly limits: MemberLimits | null;
}

/** Role and limits, from a row of members or invitations. */
export function toMembership({ role, limits }: { readonly role: string; readonly limits: unknown }): Membership & {
  readonly limits: MemberLimits;
} {
  return { role, limits: (limits ?? {}) as MemberLimits };
}

/** Conditions of an invitation that can still be accepted. */
export function openAt(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}

/** The roles that a project defines, by key. */
export type CustomRoles = Readonly<
  Record<string, { readonly name: string; readonly permissions: readonly RolePermission[] }>
>;

/** The roles that a project's row defines. */
export function customRolesOf({ customRoles }: { readonly customRoles: unknown }): CustomRoles {
  return customRoles as CustomRoles;
}

/** Permissions that limited members can have: only those over entries and files. */
const LIMITABLE: ReadonlySet<string> = new Set(rolePermissions.editor);

/** Whether a role can be limited: it must not have rights over the whole project, which would undo the limits. */
export function isLimitable(rights: Rights): boolean {
  return [...rights].every((right) => LIMITABLE.has(permissionOf(right)));
}

/** The rights of a role; null when the project has no such role. */
export function rightsOfRole({ roles }: Grants, defined: CustomRoles, role: string): Rights | null {
  if (isBuiltIn(role)) return roles[role];
  const custom = Object.hasOwn(defined, role) ? defined[role] : undefined;
  return custom ? rightsOfCustom(custom.permissions) : null;
}

/** The rights of a member's role, within the member's limits; none for a role that isn't defined. */
export function rightsOfMember(grants: Grants, defined: CustomRoles, { role, limits }: Membership): Rights {
  return limitedRights(rightsOfRole(grants, defined, role) ?? new Set(), limits);
}

/** The source of a project token's rights. */
export interface TokenGrant {
  readonly scope: Scope;
  readonly limits: TokenLimits | null;
}

export function rightsOfToken({ scopes }: Grants, { scope, limits }: TokenGrant): Rights {
  return limitedRights(scopes[scope], memberLimitsOf(limits));
}

/** The limits of a token that a member can have, too. */
export function memberLimitsOf(limits: TokenLimits | null): MemberLimits | null {
  return limits?.reads ? { reads: limits.reads } : null;
}

function limitedRights(rights: Rights, limits: MemberLimits | null): Rights {
  if (!hasLimits(limits)) return rights;
  const { locales, reads } = limits;
  const collections = limits.collections?.filter((one) => reads?.includes(one) ?? true) ?? reads;
  return new Set(
    [...rights].flatMap((right) => {
      const permission = permissionOf(right);
      // A change of a file changes every entry that shows it.
      if (!LIMITABLE.has(permission) || permission === 'asset.write') return [];
      if (reads && permission === 'snapshot.read_history') return [];
      if (isReading(permission)) return [reads ? { permission, collections: reads } : right];
      if (permission !== 'entry.write' && permission !== 'entry.publish') return [right];
      const own = typeof right === 'object' && right.own;
      return [{ permission, ...(own && { own }), ...(collections && { collections }), ...(locales && { locales }) }];
    }),
  );
}

/** Whether limits limit anything. */
export function hasLimits(limits: MemberLimits | null): limits is MemberLimits {
  return limits !== null && Object.values(limits).some((list) => list !== undefined);
}

function isBuiltIn(role: string): role is Role {
  return roles.some((one) => one === role);
}

function permissionOf(right: Rights extends ReadonlySet<infer Right> ? Right : never): Permission {
  return typeof right === 'string' ? right : right.permission;
}
