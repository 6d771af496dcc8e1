import type { Actor } from '../platform/actor.ts';
import type { ErrorDetail } from '../platform/error-details.ts';
import { ApiError, commonErrors } from '../platform/errors.ts';
import { noteCaller } from '../platform/telemetry/request-record.ts';
import { actorOfToken, authenticateToken, bearerOf, credentialOf, isUsableToken } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { findPreviewLink, findProjectOfMember, findTokenById, type TokenRecord } from './identity.store.ts';
import type { PreviewLinkIdentity, ProjectState, SessionUser, TokenIdentity } from './identity.ts';
import { type MemberLimits, memberLimitsOf, rightsOfMember, rightsOfToken } from './membership.ts';
import { isOperator } from './operator.store.ts';
import {
  can,
  GRANTS,
  type Grants,
  type Permission,
  type ReadableCollections,
  type Rights,
  readableIn,
  rightsOfPreview,
  type Scope,
  scopes,
  takesTokens,
} from './permissions.ts';
import { hashSecret, isPreviewSecret } from './token-secret.ts';

/**
 * Checks that a caller may do something in a project, in this order: credential, project, permission. One of the permissions is
 * enough.
 *
 * @throws ApiError of the `auth` family, or `project.not_found`
 */
export async function authorizeProject(
  ctx: Caller,
  projectId: string,
  permissions: readonly Permission[],
): Promise<AdmittedToProject> {
  const { grants } = ctx.services;
  const credential = await credentialOf(ctx);
  if (credential.kind === 'token' && isPreviewSecret(credential.secret)) {
    return authorizePreviewLink(ctx, credential.secret, projectId, permissions);
  }
  if (credential.kind === 'token') {
    const { token, project } = await authenticateToken(ctx, credential.secret);
    const admitted = admitToken(grants, { token, project });
    if (project.id !== projectId) throw new ApiError('project.not_found');
    assertMayOne(admitted, permissions);
    return admitted;
  }
  if (credential.kind === 'none') {
    const askForToken = ctx.transport === 'rest' && takesTokens(permissions);
    throw new ApiError(askForToken ? 'auth.missing_token' : 'auth.missing_session');
  }
  const { user, id: sessionId, hasFactor } = credential.session;
  const membership = isProjectId(projectId)
    ? await findProjectOfMember(ctx.services.database.pool, projectId, user.id)
    : null;
  noteCaller(actorOf(user), membership?.project.id);
  if (!membership) throw new ApiError('project.not_found');
  if (!hasFactor && lacksFactor(membership)) throw new ApiError('auth.two_factor_required');
  const admitted = { actor: actorOf(user), rights: rightsOfMember(grants, membership.project.customRoles, membership) };
  assertMayOne(admitted, permissions);
  return { ...membership, sessionId, reads: readableIn(admitted.rights), link: null, ...admitted };
}

/** Admits someone again whose request is over, with the rights that they have by now; null when they have none. */
export async function readmit(
  { database: { pool }, clock, grants }: Pick<Caller['services'], 'database' | 'clock' | 'grants'>,
  projectId: string,
  actor: Actor,
): Promise<AdmittedToProject | null> {
  if (actor.type === 'token') {
    const found = await findTokenById(pool, actor.id);
    if (found?.project.id !== projectId || !isUsableToken(found, clock.now())) return null;
    return { ...admitToken(grants, found), actor };
  }
  const membership = await findProjectOfMember(pool, projectId, actor.id);
  if (!membership || lacksFactor({ ...membership, hasTwoFactor: membership.hasAnyFactor })) return null;
  const rights = rightsOfMember(grants, membership.project.customRoles, membership);
  return { ...membership, sessionId: null, reads: readableIn(rights), link: null, actor, rights };
}

function admitToken(grants: Grants, { token, project }: Pick<TokenRecord, 'token' | 'project'>): AdmittedToProject {
  const rights = rightsOfToken(grants, token);
  const limits = memberLimitsOf(token.limits);
  return {
    ...NOT_A_PERSON,
    limits,
    project,
    reads: readableIn(rights),
    link: null,
    actor: actorOfToken(token),
    rights,
  };
}

/** Whether a project keeps someone out who has neither two-factor codes nor a provider that asks for a second factor. */
function lacksFactor(one: { readonly hasTwoFactor: boolean; readonly project: ProjectState }): boolean {
  return one.project.requiresTwoFactor && !one.hasTwoFactor;
}

const NOT_A_PERSON = { role: null, limits: null, sessionId: null };

/**
 * A preview link reads drafts that the person who made it may read, as long as they may share previews.
 *
 * @throws ApiError `auth.invalid_token`, `auth.insufficient_scope`, `project.not_found`
 */
async function authorizePreviewLink(
  { services }: Caller,
  secret: string,
  projectId: string,
  permissions: readonly Permission[],
): Promise<AdmittedToProject> {
  const found = await findPreviewLink(services.database.pool, hashSecret(secret), services.clock.now());
  const rights = found && rightsOfMember(services.grants, found.project.customRoles, found);
  if (!found || !rights || lacksFactor(found) || !can({ rights }, 'preview.share'))
    throw new ApiError('auth.invalid_token');
  const { project, link } = found;
  const admitted = { actor: actorOfToken({ id: link.id, name: 'Preview link' }), rights: rightsOfPreview(rights) };
  noteCaller(admitted.actor, project.id);
  if (project.id !== projectId) throw new ApiError('project.not_found');
  assertMayOne(admitted, permissions);
  return { ...NOT_A_PERSON, project, reads: readableIn(rights), link, ...admitted };
}

/** A recognised caller, and what they may do. */
export interface Admitted {
  readonly actor: Actor;
  readonly rights: Rights;
}

/** A caller in a project. Role and session are a person's; null for others. Limits are a person's or a token's. */
export interface AdmittedToProject extends Admitted {
  readonly project: ProjectState;
  readonly role: string | null;
  readonly limits: MemberLimits | null;
  readonly reads: ReadableCollections;
  /** The session that the person is signed in with. */
  readonly sessionId: string | null;
  /** The preview link that was used as the credential. */
  readonly link: PreviewLinkIdentity | null;
}

/** An entry, for which a caller may or may not have a permission; without a creator, any entry of the collection. */
interface EntryScope {
  readonly collectionKey: string;
  readonly createdBy?: Actor;
}

/** All collections together. A right that is limited to some doesn't cover it, since no collection has this key. */
export const ALL_COLLECTIONS: EntryScope = { collectionKey: '' };

/**
 * Refuses callers without a permission.
 *
 * @param entry the permission must cover it; without it, the permission for any entry will do
 * @param locales the permission must cover them; when there are none, it must cover entries as a whole
 * @throws ApiError `auth.insufficient_scope` for a token, `auth.insufficient_role` for a person
 */
export function assertMay(
  who: Admitted,
  permission: Permission,
  entry?: EntryScope,
  locales: Iterable<string> = [],
): void {
  const target = entry && {
    collection: entry.collectionKey,
    ...(entry.createdBy && { createdBy: entry.createdBy.id }),
  };
  const parts = target ? Array.from(locales, (locale) => ({ ...target, locale })) : [];
  if (!(parts.length > 0 ? parts : [target]).every((part) => can(who, permission, part)))
    throw insufficientRights(who, [permission]);
}

function assertMayOne(who: Admitted, permissions: readonly Permission[]): void {
  if (!permissions.some((permission) => can(who, permission))) throw insufficientRights(who, permissions);
}

/**
 * Refuses to give someone a token that may do more than they may.
 *
 * @throws ApiError `auth.insufficient_scope` for a token, `auth.insufficient_role` for a person
 */
export function assertMayGrant(who: Admitted, scope: Scope): void {
  if (![...GRANTS.scopes[scope]].every((right) => who.rights.has(right))) throw insufficientRights(who);
}

/** Whether a caller may change a language of an entry. */
export function mayWriteLocale(who: Admitted, { collectionKey, createdBy }: EntryScope, locale: string): boolean {
  const target = { collection: collectionKey, locale, ...(createdBy && { createdBy: createdBy.id }) };
  return can(who, 'entry.write', target);
}

/**
 * The error for a caller without a permission.
 *
 * @param permissions the caller needs one of these; none if that isn't known
 * @param details the values that need it, where it's only some
 */
export function insufficientRights(
  { actor }: Pick<Admitted, 'actor'>,
  permissions: readonly Permission[] = [],
  details: readonly ErrorDetail[] = [],
): ApiError {
  if (actor.type !== 'token') return new ApiError('auth.insufficient_role', { details });
  const needed = scopes.find((scope) =>
    permissions.some((permission) => can({ rights: GRANTS.scopes[scope] }, permission)),
  );
  const advice = needed
    ? `It needs a token of the scope ${needed} whose limits include this.`
    : 'No token of a project may do this: sign in as a person, or use a personal token.';
  return new ApiError('auth.insufficient_scope', {
    details,
    message: `${commonErrors['auth.insufficient_scope'].message}${permissions.length > 0 ? ` ${advice}` : ''}`,
  });
}

/** Recognises a signed-in person, outside of any project. @throws ApiError of the `auth` family */
export async function authorizeSession(ctx: Caller): Promise<{ user: SessionUser; actor: Actor }> {
  const credential = await credentialOf(ctx);
  if (credential.kind === 'token') {
    await authenticateToken(ctx, credential.secret);
    throw new ApiError('auth.insufficient_scope');
  }
  if (credential.kind === 'none') throw new ApiError('auth.missing_session');
  const { user } = credential.session;
  const actor = actorOf(user);
  noteCaller(actor, undefined);
  return { user, actor };
}

/**
 * Recognises an operator of the instance.
 *
 * @throws ApiError of the `auth` family; `auth.insufficient_role` for everyone else
 */
export async function authorizeOperator(ctx: Caller): Promise<{ user: SessionUser; actor: Actor }> {
  const person = await authorizeSession(ctx);
  if (!(await isOperator(ctx.services.database.pool, person.user.id))) throw new ApiError('auth.insufficient_role');
  return person;
}

/** Recognises a project token of any scope. @throws ApiError of the `auth` family */
export async function authorizeToken(
  ctx: Caller,
): Promise<{ token: TokenIdentity; project: ProjectState; actor: Actor }> {
  const bearer = bearerOf(ctx);
  if (bearer === null) throw new ApiError('auth.missing_token');
  const { token, project } = await authenticateToken(ctx, bearer);
  return { token, project, actor: actorOfToken(token) };
}

function actorOf({ id, name, email }: SessionUser): Actor {
  return { type: 'user', id, name, email };
}

/** Whether a string is formed like a project's id. Other strings never reach the database. */
function isProjectId(text: string): boolean {
  return /^prj_[0-9a-z]{26}$/.test(text);
}

/**
 * Checks the token on routes that need none, so that a wrong one is reported. A personal token is right for every project.
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
