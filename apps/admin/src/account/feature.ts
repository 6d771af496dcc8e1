import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const accountFeature: Feature = {
  name: 'account',
  screens: [{ path: 'account', load: async () => (await import('./account.tsx')).Account, title: () => shell.account }],
  moreDestinations: async () => (await import('./more-destinations.ts')).moreDestinations,
};
