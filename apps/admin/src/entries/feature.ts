import { Layers, Trash2 } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';
import { liveEntries } from './live-entries.ts';

const isTrash = (path: string, query: URLSearchParams): boolean =>
  path === 'entries' && query.get('status') === 'trashed';

export const entriesFeature: Feature = {
  name: 'entries',
  screens: [
    { path: 'entries', load: async () => (await import('./entry-list.tsx')).EntryList, title: () => shell.entries },
  ],
  places: [
    {
      group: 'top',
      href: '/entries',
      label: () => shell.allEntries,
      icon: Layers,
      isAt: (path, query) => path === 'entries' && query.get('collection') === null && !isTrash(path, query),
    },
    { group: 'content', href: '/entries?status=trashed', label: () => shell.trash, icon: Trash2, isAt: isTrash },
  ],
  live: liveEntries,
  webhookEvents: [
    'entries',
    ['entry.published', 'entry.unpublished', 'entry.trashed', 'entry.restored', 'entry.reviewed'],
  ],
  shortcuts: [
    ['lists', '↓ ↑ · J K', () => shell.keys.rows],
    ['lists', '{enter} · E', () => shell.keys.open],
    ['lists', 'X', () => shell.keys.select],
    ['lists', 'F2', () => shell.keys.editCell],
  ],
};
