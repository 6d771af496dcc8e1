import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const commentsFeature: Feature = {
  name: 'comments',
  live: {
    kinds: ['comment.created', 'comment.updated', 'comment.deleted', 'comment.resolved', 'comment.reopened'],
    staleParts: (trpc, { isOwn }) => (isOwn ? [] : [trpc.comments]),
  },
  webhookEvents: ['entries', ['comment.created', 'comment.resolved']],
  shortcuts: [['editor', '{control} {shift} M', () => shell.keys.comment]],
};
