import type { TokenLimits } from '../../access/membership.ts';
import type { Scope } from '../../access/permissions.ts';
import { viewOf } from '../../api/view.ts';
import type { ProjectToken } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { execute, sql } from '../../platform/database/sql.ts';
import { ApiError, assertBelowLimit } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { tokenErrors } from './tokens.names.ts';
import { type TokenView, tokenSchema } from './tokens.schemas.ts';

/** The most tokens of a project that are neither revoked nor expired. */
const MAX_LIVE_TOKENS = 100;

export function toTokenView(token: ProjectToken): TokenView {
  return viewOf(tokenSchema, token, {
    ...limitsView(token.limits as TokenLimits | null),
    scope: token.scope as Scope,
    created_by: token.createdBy as unknown as Actor,
  });
}

/** The limits of a token, as API responses show them. */
export function limitsView(limits: TokenLimits | null): Pick<TokenView, 'collections' | 'allowed_addresses'> {
  return { collections: limits?.reads ?? null, allowed_addresses: limits?.addresses ?? null };
}

/**
 * One token of a project, locked until the transaction ends.
 *
 * @throws ApiError `token.not_found`
 */
export async function lockTokenInProject(tx: Transaction, projectId: string, tokenId: string): Promise<ProjectToken> {
  await execute(tx, sql`SELECT 1 FROM project_tokens WHERE id = ${tokenId} AND project_id = ${projectId} FOR UPDATE`);
  const token = await tx.projectToken.findFirst({ where: { id: tokenId, projectId } });
  if (!token) throw new ApiError(tokenErrors['token.not_found']);
  return token;
}

/** @throws ApiError `token.limit_reached`, also when several tokens are created at the same time */
export async function assertTokenLimit(tx: Transaction, projectId: string, now: Date): Promise<void> {
  await execute(tx, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR UPDATE`);
  const live = await tx.projectToken.count({
    where: { projectId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  assertBelowLimit(live, MAX_LIVE_TOKENS, tokenErrors['token.limit_reached'], 'live tokens');
}

/** Records, in the transaction that ends a secret, that its pointer mirror has to be removed. */
export async function retireSecret(tx: Transaction, secretHash: string): Promise<void> {
  await tx.retiredMirror.upsert({ where: { secretHash }, create: { secretHash }, update: {} });
}

/**
 * Removes the pointer mirror of an ended secret.
 *
 * @throws ApiError `unavailable` when storage is down: the secret has still ended, and the mirror is removed later
 */
export async function removeMirror(ctx: Context, secretHash: string): Promise<void> {
  try {
    await ctx.services.mirrors.retire(secretHash);
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}
