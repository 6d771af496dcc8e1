import { Settings } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.settings;

export const settingsFeature: Feature = {
  name: 'settings',
  screens: [
    { path: 'settings', load: async () => (await import('./project-settings.tsx')).ProjectSettings, title },
    { path: 'settings/languages', load: async () => (await import('./language-settings.tsx')).LanguageSettings, title },
    { path: 'settings/people', load: async () => (await import('./people-settings.tsx')).PeopleSettings, title },
    { path: 'settings/tokens', load: async () => (await import('./token-settings.tsx')).TokenSettings, title },
    { path: 'settings/danger', load: async () => (await import('./danger-settings.tsx')).DangerSettings, title },
  ],
  places: [
    {
      group: 'project',
      href: '/settings',
      label: () => shell.projectSettings,
      icon: Settings,
      isAt: (path) => path.startsWith('settings'),
    },
  ],
  moreDestinations: async () => (await import('./more-destinations.ts')).moreDestinations,
};
