import type { Feature } from '@/project/feature.ts';

export const commentsFeature: Feature = {
  name: 'comments',
  live: {
    kinds: ['comment.created', 'comment.updated', 'comment.deleted', 'comment.resolved', 'comment.reopened'],
    staleParts: (trpc, { isOwn }) => (isOwn ? [] : [trpc.comments]),
  },
  webhookEvents: ['entries', ['comment.created', 'comment.resolved']],
  late: async () => (await import('./late-parts.ts')).lateParts,
};
