import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import type { TokenView } from './tokens.schemas.ts';
import { lockTokenInProject, removeMirror, retireSecret, toTokenView } from './tokens.store.ts';

/**
 * Revokes a token. When this answers, neither the API nor a pointer mirror accepts it. Revoking it again changes nothing.
 *
 * @throws ApiError `token.not_found`; `unavailable` when the mirror could not be removed: the token is revoked nonetheless,
 *   and a retry removes the mirror
 */
export async function revokeToken(ctx: ProjectContext, input: { tokenId: string }): Promise<TokenView> {
  const token = await write(ctx, async (tx) => {
    const before = await lockTokenInProject(tx, ctx.project.id, input.tokenId);
    const revokedAt = before.revokedAt ?? ctx.services.clock.now();
    await retireSecret(tx, before.secretHash);
    const after = await tx.projectToken.update({ where: { id: before.id }, data: { revokedAt } });
    const data = { name: before.name, scope: before.scope };
    return { answer: after, audit: { action: 'token.revoke', targetId: before.id, data } };
  });
  await removeMirror(ctx, token.secretHash);
  return toTokenView(token);
}
