import { House } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const startFeature: Feature = {
  name: 'start',
  screens: [{ path: '', load: async () => (await import('./start-page.tsx')).StartPage, title: () => shell.startPage }],
  places: [{ group: 'top', href: '', label: () => shell.startPage, icon: House, isAt: (path) => path === '' }],
  live: {
    kinds: [
      'entry.created',
      'entry.saved',
      'entry.published',
      'entry.unpublished',
      'entry.trashed',
      'entry.restored',
      'entry.reviewed',
    ],
    // The problems are read again when something leaves the site: that reads all that is live.
    staleParts: (trpc, { kind }) =>
      kind === 'entry.unpublished' || kind === 'entry.trashed' ? [trpc.start] : [trpc.start.get],
  },
};
