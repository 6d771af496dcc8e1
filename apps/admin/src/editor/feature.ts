import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const editorFeature: Feature = {
  name: 'editor',
  screens: [
    { path: 'entries/*', load: async () => (await import('./entry-screen.tsx')).EntryScreen, title: () => shell.entry },
  ],
  late: async () => (await import('./late-parts.ts')).lateParts,
};
