/** Scopes of project tokens. */
export const scopes = ['read_published', 'read_draft', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Roles of members. */
export const roles = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

const VIEWER = [
  'project.read',
  'member.read',
  'deploy.read',
  'schema.read',
  'snapshot.read_pointer',
  'snapshot.read_history',
  'draft.read',
  'event.read',
  'entry.read',
  'asset.read',
] as const;
const EDITOR = [
  ...VIEWER,
  'build.report',
  'entry.write',
  'entry.publish',
  'asset.read_original',
  'asset.write',
] as const;
const OWNER = [
  ...EDITOR,
  'project.update',
  'project.delete',
  'member.manage',
  'token.manage',
  'audit.read',
  'job.manage',
  'deploy.manage',
  'webhook.manage',
  'schema.write',
  'snapshot.restore',
] as const;
const READ_PUBLISHED = ['build.report', 'snapshot.read_pointer'] as const;
const READ_DRAFT = [...READ_PUBLISHED, 'draft.read'] as const;
const ADMIN = [
  ...READ_DRAFT,
  'project.read',
  'project.update',
  'schema.read',
  'schema.write',
  'event.read',
  'entry.read',
  'entry.write',
  'entry.publish',
  'asset.read',
  'asset.read_original',
  'asset.write',
] as const;

export type Permission = (typeof OWNER)[number];

/**
 * A permission for some collections or locales. Only changes of entries can be limited like this; lists and searches always
 * cover the whole project.
 */
export interface LimitedRight {
  readonly permission: 'entry.write' | 'entry.publish';
  /** Without it, all collections. */
  readonly collections?: readonly string[];
  /** Without it, all locales. */
  readonly locales?: readonly string[];
}

/** The permissions of a caller in a project. */
export type Rights = ReadonlySet<Permission | LimitedRight>;

/** What each role and each scope may do. */
export interface Grants {
  readonly roles: Readonly<Record<Role, Rights>>;
  readonly scopes: Readonly<Record<Scope, Rights>>;
}

/** The table of all permissions. */
export const GRANTS: Grants = {
  roles: { viewer: new Set(VIEWER), editor: new Set(EDITOR), owner: new Set(OWNER) },
  scopes: { read_published: new Set(READ_PUBLISHED), read_draft: new Set(READ_DRAFT), admin: new Set(ADMIN) },
};

/** What the system itself may do. */
export const ALL_RIGHTS: Rights = GRANTS.roles.owner;

/** What a change affects; without a locale, an entry as a whole. */
export interface Target {
  readonly collection: string;
  readonly locale?: string;
}

/** Whether a caller has a permission for a target; without a target, for any. */
export function can({ rights }: { readonly rights: Rights }, permission: Permission, target?: Target): boolean {
  if (rights.has(permission)) return true;
  return [...rights].some(
    (right) => typeof right === 'object' && right.permission === permission && covers(right, target),
  );
}

function covers({ collections, locales }: LimitedRight, target: Target | undefined): boolean {
  if (!target) return true;
  const { collection, locale } = target;
  const hasLocale = locales === undefined || (locale !== undefined && locales.includes(locale));
  return hasLocale && (collections?.includes(collection) ?? true);
}

/**
 * Who may call: anyone (`optional_token` checks a token if one is sent), any token, a signed-in person, the operator of the
 * instance, or callers with the permission in the project. One of several permissions is enough here; the verb then checks the
 * one that its target needs.
 */
export type Access = OutsideProjects | Permission | readonly Permission[];

const OUTSIDE_PROJECTS = ['public', 'optional_token', 'token', 'session', 'operator'] as const;
type OutsideProjects = (typeof OUTSIDE_PROJECTS)[number];

function isOutsideProjects(access: Access): access is OutsideProjects {
  return OUTSIDE_PROJECTS.some((one) => one === access);
}

/** A caller needs one of these permissions; null if access doesn't depend on permissions. */
export function permissionsOf(access: Access): readonly Permission[] | null {
  if (typeof access !== 'string') return access;
  return isOutsideProjects(access) ? null : [access];
}

/** Whether project tokens can have one of these permissions. */
export function takesTokens(permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => can({ rights: GRANTS.scopes.admin }, permission));
}
