import type { Outputs } from '@/api/trpc.ts';

type Kind = Outputs['inbox']['list']['data'][number]['kind'];

export const inbox = {
  title: 'Inbox',
  lead: 'What others ask of you, what they answered and decided, and what is due.',
  show: 'Show',
  filters: {
    all: 'All',
    unread: 'Unread',
    mentions: 'Mentions',
    comments: 'Comments',
    assigned: 'Assigned to me',
    reviews: 'Reviews',
  },
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  notMarked: 'Not marked as read',
  unread: 'Unread',
  kinds: {
    mention: (who, title) => `${who} mentioned you in “${title}”`,
    reply: (who, title) => `${who} replied in “${title}”`,
    comment: (who, title) => `${who} commented on “${title}”`,
    assigned: (who, title) => `${who} assigned “${title}” to you`,
    review_requested: (who, title) => `${who} asks you to review “${title}”`,
    review_decided: (who, title) => `${who} reviewed “${title}”`,
    due: (_who, title) => `“${title}” is due`,
  } as Readonly<Record<Kind, (who: string, title: string) => string>>,
  nothing: 'Nothing here',
  nothingHelp: 'You find it here when someone mentions you, answers, assigns you an entry or asks for your review.',
  earlier: 'Earlier',
};
