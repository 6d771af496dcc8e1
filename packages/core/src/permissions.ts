/** Scopes of project tokens, least first. */
export const scopes = ['read_published', 'read_draft', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Roles of members, least first. */
export const roles = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

/**
 * The one map of permissions: the least role that has it, and the least scope; a scope of null means that no project
 * token has it, only people.
 */
export const permissions = {
  'project.read': { role: 'viewer', scope: 'admin' },
  'project.update': { role: 'owner', scope: 'admin' },
  'member.read': { role: 'viewer', scope: null },
  'member.manage': { role: 'owner', scope: null },
  'token.manage': { role: 'owner', scope: null },
  'audit.read': { role: 'owner', scope: null },
  'schema.read': { role: 'viewer', scope: 'admin' },
  'schema.write': { role: 'owner', scope: 'admin' },
  'snapshot.read_pointer': { role: 'viewer', scope: 'read_published' },
  'snapshot.read_history': { role: 'viewer', scope: null },
  'snapshot.restore': { role: 'owner', scope: null },
  'draft.read': { role: 'viewer', scope: 'read_draft' },
  'entry.read': { role: 'viewer', scope: 'admin' },
  'entry.write': { role: 'editor', scope: 'admin' },
  'entry.publish': { role: 'editor', scope: 'admin' },
} as const satisfies Record<string, { role: Role; scope: Scope | null }>;

export type Permission = keyof typeof permissions;

/** Permissions for what reads or changes entries, or tells what was live: for that, a restoration has to be finished. */
const ON_ENTRIES: ReadonlySet<Permission> = new Set<Permission>([
  'snapshot.read_history',
  'draft.read',
  'entry.read',
  'entry.write',
  'entry.publish',
]);

/** Whether what a permission is for waits until entries and ledger are in line with what is live. */
export function waitsForRestorations(permission: Permission): boolean {
  return ON_ENTRIES.has(permission);
}

/** Whether a role has a permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(permissions[permission].role);
}

/** Whether a token's scope has a permission. */
export function scopeMay(scope: Scope, permission: Permission): boolean {
  const least = permissions[permission].scope;
  return least !== null && scopes.indexOf(scope) >= scopes.indexOf(least);
}
