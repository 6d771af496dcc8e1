import type { Scope } from '../../access/permissions.ts';
import type { ProjectToken } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { execute, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { TokenView } from './tokens.schemas.ts';

/** A project has at most this many tokens that are live. */
export const MAX_LIVE_TOKENS = 100;

export function toTokenView(token: ProjectToken): TokenView {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope as Scope,
    hint: token.hint,
    created_at: token.createdAt.toISOString(),
    // A JSON column: to Prisma's types it's any JSON, which Actor, with its fixed keys, doesn't overlap.
    created_by: token.createdBy as unknown as Actor,
    expires_at: token.expiresAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * One token of a project, which nobody else changes until the transaction ends.
 *
 * @throws ApiError `token.not_found`
 */
export async function lockTokenInProject(tx: Transaction, projectId: string, tokenId: string): Promise<ProjectToken> {
  await execute(tx, sql`SELECT 1 FROM project_tokens WHERE id = ${tokenId} AND project_id = ${projectId} FOR UPDATE`);
  const token = await tx.projectToken.findFirst({ where: { id: tokenId, projectId } });
  if (!token) throw new ApiError('token.not_found');
  return token;
}

/** @throws ApiError `token.limit_reached`; of several at once none gets past the limit */
export async function leaveRoomForToken(tx: Transaction, projectId: string, now: Date): Promise<void> {
  await execute(tx, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR UPDATE`);
  const live = await tx.projectToken.count({
    where: { projectId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  if (live >= MAX_LIVE_TOKENS) {
    throw new ApiError('token.limit_reached', { message: `A project has at most ${MAX_LIVE_TOKENS} live tokens.` });
  }
}

/** Puts on record, with the change that ends a secret, that its pointer mirror has to go. */
export async function retireSecret(tx: Transaction, secretHash: string): Promise<void> {
  await tx.retiredMirror.upsert({ where: { secretHash }, create: { secretHash }, update: {} });
}

/**
 * Takes the pointer mirror of an ended secret away.
 *
 * @throws ApiError `unavailable` when storage is down: the secret has ended all the same, and the mirror goes later
 */
export async function removeMirror(ctx: Context, secretHash: string): Promise<void> {
  try {
    await ctx.services.mirrors.retire(secretHash);
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}
