import { viewOf } from '../../api/view.ts';
import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { createPreviewLink, revokePreviewLink } from './change-preview-link.ts';
import { previewLinkActions, previewLinkErrors, previewLinkLimits } from './preview-links.names.ts';
import * as schemas from './preview-links.schemas.ts';
import { listLiveLinks } from './preview-links.store.ts';

export const previewLinksRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/preview-links',
    summary: 'List preview links',
    description: 'Links that still work, newest first. Secrets are never shown again.',
    access: 'preview.share',
    input: projectInput,
    output: schemas.previewLinkListSchema,
    run: async (ctx) => ({ data: await listLiveLinks(ctx), next_cursor: null }),
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/preview-links',
    summary: 'Share a preview',
    description:
      'Its secret reads drafts until the link ends, is revoked, or the person who made it may no longer share.',
    access: 'preview.share',
    status: 201,
    errors: ['entry.not_found', previewLinkErrors['preview_link.limit_reached']],
    limits: [{ limit: previewLinkLimits['preview.share'] }],
    audit: [previewLinkActions['preview_link.create']],
    input: schemas.createPreviewLinkInput,
    output: schemas.newPreviewLinkSchema,
    run: createPreviewLink,
  }),

  revoke: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/preview-links/{previewLinkId}',
    summary: 'Revoke a preview link',
    description: 'It stops working at once.',
    access: 'preview.share',
    errors: [previewLinkErrors['preview_link.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [previewLinkActions['preview_link.revoke']],
    input: schemas.previewLinkTargetInput,
    output: schemas.previewLinkSchema,
    run: revokePreviewLink,
  }),

  identify: operation({
    method: 'GET',
    path: '/projects/{projectId}/preview-links/me',
    summary: 'Read the preview link in use',
    description: 'For websites: when the link with this secret expires, and which entry it shows.',
    access: 'draft.read',
    errors: [previewLinkErrors['preview_link.not_found']],
    input: projectInput,
    output: schemas.usedPreviewLinkSchema,
    run: async ({ link }) => {
      if (!link) throw new ApiError(previewLinkErrors['preview_link.not_found']);
      return viewOf(schemas.usedPreviewLinkSchema, link, {});
    },
  }),
});
