import { write } from '../../audit.ts';
import { hashSecret, newTokenSecret } from '../../auth/token-secret.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Scope } from '../../permissions.ts';
import type { NewTokenView } from './tokens.schemas.ts';
import { getTokenInProject, removeMirror, retireSecret, toTokenView } from './tokens.store.ts';

/**
 * Gives a token a new secret; the old one ends at once.
 *
 * @throws ApiError `token.not_found`, also for one that is revoked or has expired
 */
export async function rotateToken(ctx: ProjectContext, input: { tokenId: string }): Promise<NewTokenView> {
  const { before, answer } = await write(ctx, async (tx) => {
    const old = await getTokenInProject(tx, ctx.project.id, input.tokenId);
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
      audit: { action: 'token.rotate', targetId: old.id, data: { name: old.name } },
    };
  });
  await removeMirror(ctx, before.secretHash);
  await ctx.services.mirrors.update(ctx.project.id);
  return answer;
}
