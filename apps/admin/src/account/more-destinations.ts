import { CircleUser } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Destination } from '@/project/feature.ts';

export const moreDestinations: readonly Destination[] = [
  { group: 'project', href: '/account', label: () => shell.account, icon: CircleUser },
];
