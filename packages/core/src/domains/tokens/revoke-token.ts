import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import type { TokenView } from './tokens.schemas.ts';
import { lockTokenInProject, removeMirror, retireSecret, toTokenView } from './tokens.store.ts';

/**
 * Ends a token: before the answer it neither opens the API nor finds a pointer mirror. Revoking it again changes nothing.
 *
 * @throws ApiError `token.not_found`; `unavailable` when the mirror could not be taken away: the token is revoked all
 *   the same, and a retry takes the mirror away
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
