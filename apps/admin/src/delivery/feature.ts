import { CloudUpload } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.deployments;

export const deliveryFeature: Feature = {
  name: 'delivery',
  screens: [{ path: 'site/deployments', load: async () => (await import('./deployments.tsx')).Deployments, title }],
  places: [
    {
      group: 'site',
      href: '/site/deployments',
      label: title,
      icon: CloudUpload,
      isFor: ({ may }) => may('deploy.manage'),
    },
  ],
  live: {
    kinds: [
      'snapshot.live',
      'deployment.triggered',
      'deployment.updated',
      'deployment.failed',
      'target.created',
      'target.updated',
      'target.deleted',
      'target.paused',
    ],
    staleParts: (trpc) => [trpc.deployments, trpc.targets],
  },
  webhookEvents: ['delivery', ['deployment.failed', 'target.paused']],
};
