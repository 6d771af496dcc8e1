/** Scopes of project tokens. */
export const scopes = ['read_published', 'read_draft', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Roles of members that every project has. */
export const roles = ['viewer', 'author', 'editor', 'publisher', 'developer', 'owner'] as const;
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
const WORKING = [...VIEWER, 'build.report', 'asset.read_original'] as const;
const AUTHOR = [...WORKING, 'asset.upload', 'entry.write_own'] as const;
const PUBLISHER = [...WORKING, 'entry.publish', 'preview.share'] as const;
const EDITOR = [...PUBLISHER, 'entry.write', 'asset.upload', 'asset.write'] as const;
const DEVELOPER = [
  ...EDITOR,
  'project.update',
  'schema.write',
  'token.manage',
  'deploy.manage',
  'webhook.manage',
  'job.manage',
] as const;
const OWNER = [...DEVELOPER, 'project.delete', 'member.manage', 'audit.read', 'snapshot.restore'] as const;
export const rolePermissions = {
  viewer: VIEWER,
  author: AUTHOR,
  editor: EDITOR,
  publisher: PUBLISHER,
  developer: DEVELOPER,
  owner: OWNER,
} as const satisfies Readonly<Record<Role, readonly RolePermission[]>>;
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
  'asset.upload',
  'asset.write',
] as const;

export type Permission = (typeof OWNER)[number];

/** A permission as roles name it: `entry.write_own` is to write the entries that one has created. */
export type RolePermission = Permission | 'entry.write_own';

/** A permission for some entries. */
export interface LimitedRight {
  readonly permission: 'entry.write' | 'entry.publish' | (typeof reading)[number];
  /** Without it, all collections. */
  readonly collections?: readonly string[];
  /** Without it, all locales. */
  readonly locales?: readonly string[];
  /** Only entries that the caller created. */
  readonly own?: true;
}

/** The permissions of a caller in a project. */
export type Rights = ReadonlySet<Permission | LimitedRight>;

export interface Grants {
  readonly roles: Readonly<Record<Role, Rights>>;
  readonly scopes: Readonly<Record<Scope, Rights>>;
}

/** The table of all permissions. */
export const GRANTS: Grants = {
  roles: {
    viewer: rightsOf(rolePermissions.viewer),
    author: rightsOf(rolePermissions.author),
    editor: rightsOf(rolePermissions.editor),
    publisher: rightsOf(rolePermissions.publisher),
    developer: rightsOf(rolePermissions.developer),
    owner: rightsOf(rolePermissions.owner),
  },
  scopes: { read_published: new Set(READ_PUBLISHED), read_draft: new Set(READ_DRAFT), admin: new Set(ADMIN) },
};

/** The rights that permissions give. */
function rightsOf(permissions: readonly RolePermission[]): Rights {
  return new Set(
    permissions.map((one) => (one === 'entry.write_own' ? { permission: 'entry.write', own: true } : one)),
  );
}

/** The permissions that a project's own role can't have: they make an owner. */
const OWNERS_ONLY: readonly string[] = ['member.manage', 'project.delete'];

/** Whether a project's own role can have a permission. */
export function isGrantable(permission: string): boolean {
  const known: readonly string[] = [...OWNER, 'entry.write_own'];
  return known.includes(permission) && !OWNERS_ONLY.includes(permission);
}

/** The rights of a project's own role: a viewer's, and its permissions. */
export function rightsOfCustom(permissions: readonly RolePermission[]): Rights {
  return rightsOf([...VIEWER, ...permissions]);
}

/** The rights of a preview link: to read the drafts that its creator may read, and the address of the live snapshot. */
export function rightsOfPreview(creator: Rights): Rights {
  const drafts = [...creator].filter(
    (right) => (typeof right === 'string' ? right : right.permission) === 'draft.read',
  );
  return new Set<Permission | LimitedRight>([...drafts, 'snapshot.read_pointer']);
}

/** The permissions in a set of rights, without their limits. */
export function permissionsIn(rights: Rights): RolePermission[] {
  return Array.from(rights, (right) => {
    if (typeof right === 'string') return right;
    return right.own ? 'entry.write_own' : right.permission;
  });
}

/** The rights of the system itself. */
export const ALL_RIGHTS: Rights = GRANTS.roles.owner;

/** The collections whose drafts a caller may read; null for all. */
export type ReadableCollections = readonly string[] | null;

/** The collections whose drafts a caller may read. All rights to read of one caller have the same limits. */
export function readableIn(rights: Rights): ReadableCollections {
  for (const right of rights) {
    if (typeof right === 'object' && isReading(right.permission)) return right.collections ?? null;
  }
  return null;
}

/** The permissions to read what is not published. */
const reading = ['entry.read', 'draft.read', 'event.read'] as const;

/** Whether a permission is to read what is not published. */
export function isReading(permission: Permission): permission is (typeof reading)[number] {
  return reading.some((one) => one === permission);
}

/** Whether a collection's drafts may be read. */
export function isReadable(reads: ReadableCollections, collection: string): boolean {
  return reads === null || reads.includes(collection);
}

/** The entry, or the locale of it, that a change affects. */
export interface Target {
  readonly collection: string;
  /** Without it, the entry as a whole. */
  readonly locale?: string;
  /** Id of who created the entry. */
  readonly createdBy?: string;
}

/** Who asks, with their rights. Without an id, no entry is their own. */
interface Holder {
  readonly rights: Rights;
  readonly actor?: { readonly id: string };
}

/** Whether a caller has a permission for a target; without a target, for any. */
export function can({ rights, actor }: Holder, permission: Permission, target?: Target): boolean {
  if (rights.has(permission)) return true;
  return [...rights].some(
    (right) => typeof right === 'object' && right.permission === permission && covers(right, target, actor?.id),
  );
}

function covers({ collections, locales, own }: LimitedRight, target: Target | undefined, asker?: string): boolean {
  if (!target) return true;
  const { collection, locale, createdBy } = target;
  const hasLocale = locales === undefined || (locale !== undefined && locales.includes(locale));
  const isTheirs = !own || (asker !== undefined && createdBy === asker);
  return hasLocale && isTheirs && (collections?.includes(collection) ?? true);
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

/**
 * Whether requests of tokens count as such. Requests of builds don't: they read published content, and say how the builds ended.
 */
export function countsRequests(access: Access): boolean {
  const permissions = permissionsOf(access) ?? [];
  const ofBuilds: readonly Permission[] = READ_PUBLISHED;
  return takesTokens(permissions) && !permissions.some((permission) => ofBuilds.includes(permission));
}

/** Whether project tokens can have one of these permissions. */
export function takesTokens(permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => can({ rights: GRANTS.scopes.admin }, permission));
}
