import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const editorFeature: Feature = {
  name: 'editor',
  screens: [
    { path: 'entries/*', load: async () => (await import('./entry-screen.tsx')).EntryScreen, title: () => shell.entry },
  ],
  shortcuts: [
    ['editor', '{control} S', () => shell.keys.save],
    ['editor', '{control} {enter}', () => shell.keys.publish],
    ['editor', '{control} .', () => shell.keys.preview],
    ['editor', '↑ ↓', () => shell.keys.move],
    ['editor', '/', () => shell.keys.slash],
  ],
};
