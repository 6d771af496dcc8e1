import { CircleUser } from 'lucide-react';
import { shell } from '#messages/shell';
import type { LateParts } from '@/project/feature.ts';

export const lateParts: LateParts = {
  places: [{ group: 'project', href: '/account', label: () => shell.account, icon: CircleUser }],
};
