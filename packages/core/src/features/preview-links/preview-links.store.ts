import { viewOf } from '../../api/view.ts';
import type { ProjectContext } from '../../domains/context.ts';
import type { PreviewLink } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { assertBelowLimit } from '../../platform/errors.ts';
import { previewLinkErrors } from './preview-links.names.ts';
import { type PreviewLinkView, previewLinkSchema } from './preview-links.schemas.ts';

/** The most live preview links of a project. */
const MAX_LIVE_LINKS = 200;

export function toPreviewLinkView(link: PreviewLink): PreviewLinkView {
  return viewOf(previewLinkSchema, link, { created_by: link.createdBy as unknown as Actor });
}

/** The condition for links that neither were revoked nor have expired. */
const live = (now: Date) => ({ revokedAt: null, expiresAt: { gt: now } });

/** The live links of a project, newest first. People whose reading is limited only see their own: others tell of hidden entries. */
export async function listLiveLinks({ project, reads, actor, services }: ProjectContext): Promise<PreviewLinkView[]> {
  const own = reads === null ? {} : { creatorId: actor.id };
  const links = await services.database.prisma.previewLink.findMany({
    where: { projectId: project.id, ...live(services.clock.now()), ...own },
    orderBy: { id: 'desc' },
  });
  return links.map(toPreviewLinkView);
}

/** @throws ApiError `preview_link.limit_reached`; the project must be locked */
export async function assertLinkLimit(tx: Transaction, projectId: string, now: Date): Promise<void> {
  const count = await tx.previewLink.count({ where: { projectId, ...live(now) } });
  assertBelowLimit(count, MAX_LIVE_LINKS, previewLinkErrors['preview_link.limit_reached'], 'live preview links');
}
