import type { Outputs } from '@/api/trpc.ts';

type Kind = Outputs['inbox']['list']['data'][number]['kind'];

export const inbox = {
  title: 'Inbox',
  lead: 'What others want from you, and what they answered.',
  show: 'Show',
  filters: { all: 'All', unread: 'Unread', mentions: 'Mentions', assigned: 'Assigned' },
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
  nothingHelp: 'When someone mentions you or answers, you find it here.',
  earlier: 'Earlier',
};
