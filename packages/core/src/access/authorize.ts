import type { Actor } from '../platform/actor.ts';
import { ApiError } from '../platform/errors.ts';
import { authenticateToken, bearerOf, credentialOf } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { findProjectOfMember } from './identity.store.ts';
import type { ProjectState, SessionUser, TokenIdentity } from './identity.ts';
import { type Permission, permissions, type Role, roleMay, scopeMay } from './permissions.ts';

/**
 * Decides whether a request may do something in a project, in the order of the contract: credential, project, right.
 * A Bearer header decides when there is one; else the session does.
 *
 * @throws ApiError of the `auth` family, or `project.not_found`
 */
export async function authorizeProject(
  ctx: Caller,
  projectId: string,
  permission: Permission,
): Promise<{ project: ProjectState; actor: Actor; role: Role | null; sessionId: string | null }> {
  const credential = await credentialOf(ctx);
  if (credential.kind === 'token') {
    const { token, project } = await authenticateToken(ctx, credential.secret);
    if (project.id !== projectId) throw new ApiError('project.not_found');
    if (!scopeMay(token.scope, permission)) throw new ApiError('auth.insufficient_scope');
    return { project, role: null, sessionId: null, actor: { type: 'token', id: token.id, name: token.name } };
  }
  if (credential.kind === 'none') {
    const takesTokens = ctx.transport === 'rest' && permissions[permission].scope !== null;
    throw new ApiError(takesTokens ? 'auth.missing_token' : 'auth.missing_session');
  }
  const { user, sessionId } = credential;
  const membership = isProjectId(projectId)
    ? await findProjectOfMember(ctx.services.database.pool, projectId, user.id)
    : null;
  if (!membership) throw new ApiError('project.not_found');
  if (!roleMay(membership.role, permission)) throw new ApiError('auth.insufficient_role');
  return { ...membership, sessionId, actor: actorOf(user) };
}

/** Recognises a signed-in person, for what lies outside of any project. @throws ApiError of the `auth` family */
export async function authorizeSession(ctx: Caller): Promise<{ user: SessionUser; actor: Actor }> {
  const credential = await credentialOf(ctx);
  if (credential.kind === 'token') {
    await authenticateToken(ctx, credential.secret);
    throw new ApiError('auth.insufficient_scope');
  }
  if (credential.kind === 'none') throw new ApiError('auth.missing_session');
  return { user: credential.user, actor: actorOf(credential.user) };
}

/** Recognises a project token of any scope. @throws ApiError of the `auth` family */
export async function authorizeToken(
  ctx: Caller,
): Promise<{ token: TokenIdentity; project: ProjectState; actor: Actor }> {
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
 * Checks a token on routes that need none, so that a wrong one doesn't go unnoticed. A person's belongs to no project.
 *
 * @throws ApiError `auth.invalid_token`, or `project.not_found` when the token is another project's
 */
export async function checkOptionalToken(ctx: Caller, projectId: string): Promise<void> {
  const bearer = bearerOf(ctx);
  if (bearer === null) return;
  if ((await credentialOf(ctx)).kind === 'person') return;
  const { project } = await authenticateToken(ctx, bearer);
  if (project.id !== projectId) throw new ApiError('project.not_found');
}
