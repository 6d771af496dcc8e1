import { Database } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.schema;

export const schemaFeature: Feature = {
  name: 'schema',
  screens: [{ path: 'schema', load: async () => (await import('./schema-viewer.tsx')).SchemaViewer, title }],
  places: [
    { group: 'project', href: '/schema', label: title, icon: Database, isFor: ({ may }) => may('schema.write') },
  ],
  live: { kinds: ['schema.synced'], staleParts: (trpc) => [trpc.schema] },
  webhookEvents: ['site', ['schema.synced']],
};
