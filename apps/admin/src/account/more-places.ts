import { CircleUser } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Place } from '@/project/feature.ts';

export const morePlaces: readonly Place[] = [
  { group: 'project', href: '/account', label: () => shell.account, icon: CircleUser },
];
