import { Webhook } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

export const webhooksFeature: Feature = {
  name: 'webhooks',
  screens: [
    { path: 'site/webhooks', load: async () => (await import('./webhooks.tsx')).Webhooks, title: () => shell.webhooks },
    {
      path: 'site/webhooks/*',
      load: async () => (await import('./webhook-screen.tsx')).WebhookScreen,
      title: () => shell.webhook,
    },
  ],
  places: [
    {
      group: 'site',
      href: '/site/webhooks',
      label: () => shell.webhooks,
      icon: Webhook,
      isFor: ({ may }) => may('webhook.manage'),
      isAt: (path) => path.startsWith('site/webhooks'),
    },
  ],
  live: { kinds: ['snapshot.live'], staleParts: (trpc) => [trpc.webhookDeliveries] },
};
