import { Settings } from 'lucide-react';
import { settings } from '#messages/settings';
import { shell } from '#messages/shell';
import type { Destination } from '@/project/feature.ts';

/** A tab of the settings. @param permission the right that one needs to see it; null for none */
const tab = (name: 'languages' | 'people' | 'tokens' | 'danger', permission: string | null): Destination => ({
  group: 'project',
  href: `/settings/${name}`,
  label: () => `${shell.settings}: ${settings.tabs[name]}`,
  icon: Settings,
  isFor: ({ may }) => permission === null || may(permission),
});

export const moreDestinations: readonly Destination[] = [
  tab('languages', null),
  tab('people', null),
  tab('tokens', 'token.manage'),
  tab('danger', 'project.delete'),
];
