import { NotebookPen } from 'lucide-react';
import type { AnyFeature } from '../../../src/project/feature.ts';

export const notesFeature: AnyFeature = {
  name: 'notes',
  screens: [
    { path: 'notes', load: async () => (await import('./notes-screen.ts')).NotesScreen, title: () => 'Notes' },
    { path: 'notes/*', load: async () => (await import('./notes-screen.ts')).NotesScreen, title: () => 'Note' },
  ],
  places: [
    {
      group: 'content',
      href: '/notes',
      label: () => 'Notes',
      icon: NotebookPen,
      isFor: ({ may }) => may('note.read'),
      isAt: (path) => path.startsWith('notes'),
    },
  ],
  live: {
    kinds: ['note.created', 'note.deleted'],
    staleParts: (trpc, { isOwn }) => (isOwn ? [] : [trpc.views, trpc.folders.list]),
  },
  webhookEvents: ['entries', ['note.created']],
  shortcuts: [['lists', '{control} J', () => 'Write a note']],
  moreDestinations: async () => (await import('./more-destinations.ts')).moreDestinations,
};
