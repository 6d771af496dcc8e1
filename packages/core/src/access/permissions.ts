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
  'project.delete': { role: 'owner', scope: null },
  'member.read': { role: 'viewer', scope: null },
  'member.manage': { role: 'owner', scope: null },
  'token.manage': { role: 'owner', scope: null },
  'audit.read': { role: 'owner', scope: null },
  'job.manage': { role: 'owner', scope: null },
  'deploy.read': { role: 'viewer', scope: null },
  'deploy.manage': { role: 'owner', scope: null },
  'webhook.manage': { role: 'owner', scope: null },
  'build.report': { role: 'editor', scope: 'read_published' },
  'schema.read': { role: 'viewer', scope: 'admin' },
  'schema.write': { role: 'owner', scope: 'admin' },
  'snapshot.read_pointer': { role: 'viewer', scope: 'read_published' },
  'snapshot.read_history': { role: 'viewer', scope: null },
  'snapshot.restore': { role: 'owner', scope: null },
  'draft.read': { role: 'viewer', scope: 'read_draft' },
  'event.read': { role: 'viewer', scope: 'admin' },
  'entry.read': { role: 'viewer', scope: 'admin' },
  'entry.write': { role: 'editor', scope: 'admin' },
  'entry.publish': { role: 'editor', scope: 'admin' },
  'asset.read': { role: 'viewer', scope: 'admin' },
  'asset.read_original': { role: 'editor', scope: 'admin' },
  'asset.write': { role: 'editor', scope: 'admin' },
} as const satisfies Record<string, { role: Role; scope: Scope | null }>;

export type Permission = keyof typeof permissions;

/**
 * Who may call: anybody; anybody, though a token that is sent all the same is checked; any token; a person; or whoever
 * has the permission in the project.
 */
export type Access = 'public' | 'optional_token' | 'token' | 'session' | Permission;

/** Whether a word is a permission's name. */
export function isPermission(word: string): word is Permission {
  return Object.hasOwn(permissions, word);
}

/**
 * Permissions for what goes on while a restoration isn't finished: what they're for needs neither entries nor the ledger
 * of what was live. All else waits.
 */
/** Whether a role has a permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(permissions[permission].role);
}

/** Whether a token's scope has a permission. */
export function scopeMay(scope: Scope, permission: Permission): boolean {
  const least = permissions[permission].scope;
  return least !== null && scopes.indexOf(scope) >= scopes.indexOf(least);
}
