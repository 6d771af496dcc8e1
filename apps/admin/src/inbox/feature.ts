import { Inbox } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';
import { UnreadBadge } from './unread-badge.tsx';

export const inboxFeature: Feature = {
  name: 'inbox',
  screens: [
    { path: 'inbox', load: async () => (await import('./inbox-page.tsx')).InboxPage, title: () => shell.inbox },
  ],
  places: [{ group: 'top', href: '/inbox', label: () => shell.inbox, icon: Inbox, Badge: UnreadBadge }],
  live: { kinds: ['inbox.changed'], staleParts: (trpc) => [trpc.inbox] },
};
