import { Radio } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const siteFeature: Feature = {
  name: 'site',
  screens: [
    { path: 'site', load: async () => (await import('./site-history.tsx')).SiteHistory, title: () => shell.live },
    {
      path: 'site/compare',
      load: async () => (await import('./snapshot-comparison.tsx')).SnapshotComparison,
      title: () => shell.compare,
    },
  ],
  places: [
    {
      group: 'site',
      href: '/site',
      label: () => shell.live,
      icon: Radio,
      // Who sees some collections only isn't shown the changes of others.
      isFor: ({ may, project }) => may('snapshot.read_history') && !project.limits.reads,
      isAt: (path) => path === 'site' || path === 'site/compare',
    },
  ],
  live: { kinds: ['snapshot.live'], staleParts: (trpc) => [trpc.snapshots] },
  webhookEvents: ['site', ['snapshot.live']],
  moreDestinations: async () => (await import('./more-destinations.ts')).moreDestinations,
};
