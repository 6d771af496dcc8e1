import { assertMayGrant } from '../../access/authorize.ts';
import type { TokenLimits } from '../../access/membership.ts';
import type { Scope } from '../../access/permissions.ts';
import { hashSecret, newTokenSecret } from '../../access/token-secret.ts';
import { write } from '../../platform/audit.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { checkLimits } from '../members/members.store.ts';
import { tokenActions, tokenErrors } from './tokens.names.ts';
import type { CreateTokenInput, NewTokenView, TokenView } from './tokens.schemas.ts';
import {
  assertTokenLimit,
  limitsView,
  lockTokenInProject,
  removeMirror,
  retireSecret,
  toTokenView,
} from './tokens.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates a token. Only the answer has its secret.
 *
 * @throws ApiError `token.limit_reached`; `validation_failed` for an end that has passed or is too late, and for limits that the
 *   token can't have; as `assertMayGrant` does
 */
export async function createToken(ctx: ProjectContext, input: TokenInput): Promise<NewTokenView> {
  assertMayGrant(ctx, input.scope);
  const now = ctx.services.clock.now();
  const expiresAt = endOf(input, now, ctx.services.settings.tokenDays ?? null);
  const limits = await limitsOf(ctx, input);
  const secret = newTokenSecret(input.scope);
  const answer = await write(ctx, async (tx) => {
    await assertTokenLimit(tx, ctx.project.id, now);
    const token = await tx.projectToken.create({
      data: {
        id: newId('token'),
        projectId: ctx.project.id,
        name: input.name,
        scope: input.scope,
        secretHash: hashSecret(secret),
        hint: secret.slice(-4),
        createdBy: { ...ctx.actor },
        createdAt: now,
        expiresAt,
        ...(limits && { limits: { ...limits } }),
      },
    });
    const data = {
      name: token.name,
      scope: token.scope,
      expires_at: expiresAt?.toISOString() ?? null,
      ...(limits && limitsView(limits)),
    };
    return {
      answer: { ...toTokenView(token), secret },
      audit: { action: tokenActions['token.create'], targetId: token.id, data },
    };
  });
  await ctx.services.mirrors.update(ctx.project.id);
  return answer;
}

type TokenInput = Omit<CreateTokenInput, 'projectId'>;

/** When a new token expires: at the latest time that the instance allows, unless it's given. */
function endOf({ expires_at: given }: TokenInput, now: Date, longestDays: number | null): Date | null {
  const latest = longestDays === null ? null : new Date(now.getTime() + longestDays * DAY_MS);
  if (given === undefined) return latest;
  const end = given === null ? null : new Date(given);
  if (end && end <= now) throw invalid(['expires_at'], 'This time has passed.');
  if (latest && (end === null || end > latest)) {
    const days = longestDays === 1 ? 'a day' : `${longestDays} days`;
    throw invalid(['expires_at'], `Here, a token must expire within ${days}.`);
  }
  return end;
}

async function limitsOf(ctx: ProjectContext, input: TokenInput): Promise<TokenLimits | null> {
  const { collections: reads, allowed_addresses: addresses, scope } = input;
  if (reads && scope === 'read_published') {
    throw invalid(
      ['collections'],
      'Published content is public, so a token that reads nothing else has no such limit.',
    );
  }
  if (reads) await checkLimits(ctx, { reads }, (_, index) => ['collections', index]);
  return reads || addresses ? { ...(reads && { reads }), ...(addresses && { addresses }) } : null;
}

/**
 * Gives a token a new secret; the old one stops working at once. While storage is down, nothing changes, because the mirror of the
 * old secret couldn't be removed. If storage fails just after this check, the mirror is removed later.
 *
 * @throws ApiError `token.not_found`, also for one that is revoked or has expired; `unavailable`; as
 *   `assertMayGrant` does
 */
export async function rotateToken(ctx: ProjectContext, input: { tokenId: string }): Promise<NewTokenView> {
  const { database, mirrors, log } = ctx.services;
  const found = await database.prisma.projectToken.findFirst({
    where: { id: input.tokenId, projectId: ctx.project.id, revokedAt: null },
  });
  if (found) {
    assertMayGrant(ctx, found.scope as Scope);
    await mirrors.takeDown(found.secretHash).catch(unavailable);
  }
  const { before, answer } = await write(ctx, async (tx) => {
    const old = await lockTokenInProject(tx, ctx.project.id, input.tokenId);
    const expired = old.expiresAt && old.expiresAt <= ctx.services.clock.now();
    if (old.revokedAt || expired) throw new ApiError(tokenErrors['token.not_found']);
    await retireSecret(tx, old.secretHash);
    const secret = newTokenSecret(old.scope as Scope);
    const token = await tx.projectToken.update({
      where: { id: old.id },
      data: {
        secretHash: hashSecret(secret),
        hint: secret.slice(-4),
        mirroredSeq: null,
        holders: [...new Set([...old.holders, ctx.actor.id])],
      },
    });
    return {
      answer: { before: old, answer: { ...toTokenView(token), secret } },
      audit: { action: tokenActions['token.rotate'], targetId: old.id, data: { name: old.name, scope: old.scope } },
    };
  });
  await mirrors.retire(before.secretHash).catch((err: unknown) => {
    log.warn({ err, tokenId: before.id }, 'the mirror of a rotated token is removed later');
  });
  await mirrors.update(ctx.project.id);
  return answer;
}

function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause });
}

/**
 * Revokes a token. When it resolves, the API refuses it, and its pointer mirror is gone. Revoking it again changes nothing.
 *
 * @throws ApiError `token.not_found`; `unavailable` when the mirror could not be removed: the token is still revoked, and a retry
 *   removes the mirror
 */
export async function revokeToken(ctx: ProjectContext, input: { tokenId: string }): Promise<TokenView> {
  const token = await write(ctx, async (tx) => {
    const before = await lockTokenInProject(tx, ctx.project.id, input.tokenId);
    const revokedAt = before.revokedAt ?? ctx.services.clock.now();
    await retireSecret(tx, before.secretHash);
    const after = await tx.projectToken.update({ where: { id: before.id }, data: { revokedAt } });
    const data = { name: before.name, scope: before.scope };
    return { answer: after, audit: { action: tokenActions['token.revoke'], targetId: before.id, data } };
  });
  await removeMirror(ctx, token.secretHash);
  return toTokenView(token);
}
