import { Languages } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.translations;

export const translationFeature: Feature = {
  name: 'translation',
  screens: [
    { path: 'translations', load: async () => (await import('./translations-page.tsx')).TranslationsPage, title },
  ],
  places: [
    {
      group: 'content',
      href: '/translations',
      label: title,
      icon: Languages,
      isFor: ({ project }) => project.locales.length > 1,
    },
  ],
};
