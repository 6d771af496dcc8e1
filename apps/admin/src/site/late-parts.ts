import { History } from 'lucide-react';
import { shell } from '#messages/shell';
import type { LateParts } from '@/project/feature.ts';

export const lateParts: LateParts = {
  places: [
    {
      group: 'site',
      href: '/site/compare',
      label: () => shell.compare,
      icon: History,
      isFor: ({ may }) => may('snapshot.read_history'),
    },
  ],
};
