import { Images } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.media;

export const mediaFeature: Feature = {
  name: 'media',
  screens: [
    { path: 'media', load: async () => (await import('./library/media-library.tsx')).MediaLibrary, title },
    { path: 'media/*', load: async () => (await import('./library/asset-screen.tsx')).AssetScreen, title },
  ],
  places: [{ group: 'content', href: '/media', label: title, icon: Images, isAt: (path) => path.startsWith('media') }],
  live: {
    kinds: ['asset.created', 'asset.failed', 'asset.ready', 'asset.updated', 'asset.trashed', 'asset.restored'],
    // The media library shows its own changes.
    staleParts: (trpc, { isOwn }) => (isOwn ? [] : [trpc.assets.list]),
  },
  webhookEvents: ['media', ['asset.ready', 'asset.trashed']],
};
