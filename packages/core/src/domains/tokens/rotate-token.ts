import type { Scope } from '../../access/permissions.ts';
import { hashSecret, newTokenSecret } from '../../access/token-secret.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { NewTokenView } from './tokens.schemas.ts';
import { lockTokenInProject, retireSecret, toTokenView } from './tokens.store.ts';

/**
 * Gives a token a new secret; the old one stops working at once. Nothing changes while storage is down, since the mirror of the
 * old secret couldn't be removed. If storage fails just afterwards, the mirror is removed later.
 *
 * @throws ApiError `token.not_found`, also for one that is revoked or has expired; `unavailable`
 */
export async function rotateToken(ctx: ProjectContext, input: { tokenId: string }): Promise<NewTokenView> {
  const { database, mirrors, log } = ctx.services;
  const found = await database.prisma.projectToken.findFirst({
    where: { id: input.tokenId, projectId: ctx.project.id, revokedAt: null },
  });
  if (found) await mirrors.takeDown(found.secretHash).catch(unavailable);
  const { before, answer } = await write(ctx, async (tx) => {
    const old = await lockTokenInProject(tx, ctx.project.id, input.tokenId);
    const expired = old.expiresAt && old.expiresAt <= ctx.services.clock.now();
    if (old.revokedAt || expired) throw new ApiError('token.not_found');
    await retireSecret(tx, old.secretHash);
    const secret = newTokenSecret(old.scope as Scope);
    const token = await tx.projectToken.update({
      where: { id: old.id },
      data: { secretHash: hashSecret(secret), hint: secret.slice(-4), mirroredSeq: null },
    });
    return {
      answer: { before: old, answer: { ...toTokenView(token), secret } },
      audit: { action: 'token.rotate', targetId: old.id, data: { name: old.name, scope: old.scope } },
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
