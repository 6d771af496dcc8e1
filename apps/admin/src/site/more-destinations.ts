import { History } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Destination } from '@/project/feature.ts';

export const moreDestinations: readonly Destination[] = [
  {
    group: 'site',
    href: '/site/compare',
    label: () => shell.compare,
    icon: History,
    isFor: ({ may }) => may('snapshot.read_history'),
  },
];
