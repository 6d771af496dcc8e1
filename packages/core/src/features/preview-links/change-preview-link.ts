import { ALL_COLLECTIONS, assertMay, insufficientRights } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { findCollectionOfEntry } from '../../access/readable.store.ts';
import { hashSecret, newPreviewSecret } from '../../access/token-secret.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { lockProjectLists } from '../../domains/projects/projects.store.ts';
import { write } from '../../platform/audit.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { previewLinkActions, previewLinkErrors } from './preview-links.names.ts';
import type { CreatePreviewLinkInput, NewPreviewLinkView, PreviewLinkView } from './preview-links.schemas.ts';
import { assertLinkLimit, toPreviewLinkView } from './preview-links.store.ts';

const DAY_MS = 24 * 60 * 60_000;
const LONGEST_DAYS = 90;

/**
 * Makes a link that shows drafts to anyone who has it. Only the answer has its secret.
 *
 * @throws ApiError `auth.insufficient_scope` for a token: a link ends with the person who made it; `validation.failed`;
 *   `entry.not_found`; `preview_link.limit_reached`
 */
export async function createPreviewLink(
  ctx: ProjectContext,
  input: Omit<CreatePreviewLinkInput, 'projectId'>,
): Promise<NewPreviewLinkView> {
  if (ctx.actor.type !== 'user') throw insufficientRights(ctx);
  const { project, services } = ctx;
  const now = services.clock.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : new Date(now.getTime() + DAY_MS);
  if (expiresAt <= now) throw invalid(['expires_at'], 'This time has passed.');
  if (expiresAt.getTime() > now.getTime() + LONGEST_DAYS * DAY_MS) {
    throw invalid(['expires_at'], `A preview link ends after ${LONGEST_DAYS} days at the latest.`);
  }
  if (input.entry_id !== null) {
    const collection = await findCollectionOfEntry(services.database.pool, project.id, input.entry_id);
    if (collection === null || !isReadable(ctx.reads, collection)) throw new ApiError('entry.not_found');
  }
  const secret = newPreviewSecret();
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, project.id);
    await assertLinkLimit(tx, project.id, now);
    const link = await tx.previewLink.create({
      data: {
        id: newId('previewLink'),
        projectId: project.id,
        secretHash: hashSecret(secret),
        entryId: input.entry_id,
        creatorId: ctx.actor.id,
        createdBy: { ...ctx.actor },
        createdAt: now,
        expiresAt,
      },
    });
    const data = { entry_id: link.entryId, expires_at: expiresAt.toISOString() };
    return {
      answer: { ...toPreviewLinkView(link), secret },
      audit: { action: previewLinkActions['preview_link.create'], targetId: link.id, data },
    };
  });
}

/**
 * Ends a preview link at once.
 *
 * @throws ApiError `preview_link.not_found`, also for one that has ended; `auth.insufficient_role` for the link of someone else,
 *   unless the caller may change any entry
 */
export async function revokePreviewLink(
  ctx: ProjectContext,
  { previewLinkId }: { readonly previewLinkId: string },
): Promise<PreviewLinkView> {
  const { project, services } = ctx;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, project.id);
    const where = { id: previewLinkId, projectId: project.id, revokedAt: null };
    const link = await tx.previewLink.findFirst({ where });
    if (!link) throw new ApiError(previewLinkErrors['preview_link.not_found']);
    if (link.creatorId !== ctx.actor.id) assertMay(ctx, 'entry.publish', ALL_COLLECTIONS);
    await tx.previewLink.update({ where: { id: link.id }, data: { revokedAt: services.clock.now() } });
    const data = { entry_id: link.entryId };
    return {
      answer: toPreviewLinkView(link),
      audit: { action: previewLinkActions['preview_link.revoke'], targetId: link.id, data },
    };
  });
}
