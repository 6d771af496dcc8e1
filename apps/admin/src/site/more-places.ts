import { History } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Place } from '@/project/feature.ts';

export const morePlaces: readonly Place[] = [
  {
    group: 'site',
    href: '/site/compare',
    label: () => shell.compare,
    icon: History,
    isFor: ({ may }) => may('snapshot.read_history'),
  },
];
