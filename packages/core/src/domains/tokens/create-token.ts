import { hashSecret, newTokenSecret } from '../../access/token-secret.ts';
import { write } from '../../platform/audit.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import type { CreateTokenInput, NewTokenView } from './tokens.schemas.ts';
import { leaveRoomForToken, toTokenView } from './tokens.store.ts';

/** Makes a token. Its secret is in the answer and nowhere else. @throws ApiError `token.limit_reached` */
export async function createToken(
  ctx: ProjectContext,
  input: Omit<CreateTokenInput, 'projectId'>,
): Promise<NewTokenView> {
  const now = ctx.services.clock.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) throw invalid(['expires_at'], 'This time has passed.');
  const secret = newTokenSecret(input.scope);
  const answer = await write(ctx, async (tx) => {
    await leaveRoomForToken(tx, ctx.project.id, now);
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
      },
    });
    const data = { name: token.name, scope: token.scope, expires_at: expiresAt?.toISOString() ?? null };
    return { answer: { ...toTokenView(token), secret }, audit: { action: 'token.create', targetId: token.id, data } };
  });
  await ctx.services.mirrors.update(ctx.project.id);
  return answer;
}
