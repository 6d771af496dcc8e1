import type { Actor, Context, ProjectContext, SessionContext, SessionUser, TokenContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type Permission, permissions, roleMay, scopeMay } from '../permissions.ts';
import { authenticateSession, authenticateToken, bearerOf, checkOrigin } from './authenticate.ts';
import { findProjectOfMember } from './identity.store.ts';

/**
 * Decides whether a request may do something in a project, in the order of the contract: credential, project, right.
 * A Bearer header decides when there is one; else the session does.
 *
 * @throws ApiError of the `auth` family, or `project.not_found`
 */
export async function authorizeProject(
  ctx: Context,
  projectId: string,
  permission: Permission,
): Promise<Pick<ProjectContext, 'project' | 'actor' | 'role'>> {
  const bearer = bearerOf(ctx);
  if (bearer !== null) {
    const { token, project } = await authenticateToken(ctx, bearer);
    if (project.id !== projectId) throw new ApiError('project.not_found');
    if (!scopeMay(token.scope, permission)) throw new ApiError('auth.insufficient_scope');
    return { project, role: null, actor: { type: 'token', id: token.id, name: token.name } };
  }
  const user = await authenticateSession(ctx);
  if (!user) {
    const takesTokens = ctx.transport === 'rest' && permissions[permission].scope !== null;
    throw new ApiError(takesTokens ? 'auth.missing_token' : 'auth.missing_session');
  }
  checkOrigin(ctx);
  const membership = isProjectId(projectId)
    ? await findProjectOfMember(ctx.services.database.pool, projectId, user.id)
    : null;
  if (!membership) throw new ApiError('project.not_found');
  if (!roleMay(membership.role, permission)) throw new ApiError('auth.insufficient_role');
  return { ...membership, actor: actorOf(user) };
}

/** Recognises a signed-in person, for what lies outside of any project. @throws ApiError of the `auth` family */
export async function authorizeSession(ctx: Context): Promise<Pick<SessionContext, 'user' | 'actor'>> {
  const bearer = bearerOf(ctx);
  if (bearer !== null) {
    await authenticateToken(ctx, bearer);
    throw new ApiError('auth.insufficient_scope');
  }
  const user = await authenticateSession(ctx);
  if (!user) throw new ApiError('auth.missing_session');
  checkOrigin(ctx);
  return { user, actor: actorOf(user) };
}

/** Recognises a project token of any scope. @throws ApiError of the `auth` family */
export async function authorizeToken(ctx: Context): Promise<Pick<TokenContext, 'token' | 'project' | 'actor'>> {
  const bearer = bearerOf(ctx);
  if (bearer === null) throw new ApiError('auth.missing_token');
  const { token, project } = await authenticateToken(ctx, bearer);
  return { token, project, actor: { type: 'token', id: token.id, name: token.name } };
}

function actorOf({ id, name, email }: SessionUser): Actor {
  return { type: 'user', id, name, email };
}

/** Whether a text can be a project's identifier at all, so that odd ones never reach the database. */
function isProjectId(text: string): boolean {
  return /^prj_[0-9a-z]{26}$/.test(text);
}

/**
 * Checks a token on routes that need none, so that a wrong one doesn't go unnoticed.
 *
 * @throws ApiError `auth.invalid_token`, or `project.not_found` when the token is another project's
 */
export async function checkOptionalToken(ctx: Context, projectId: string): Promise<void> {
  const bearer = bearerOf(ctx);
  if (bearer === null) return;
  const { project } = await authenticateToken(ctx, bearer);
  if (project.id !== projectId) throw new ApiError('project.not_found');
}
