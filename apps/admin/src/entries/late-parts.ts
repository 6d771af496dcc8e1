import { shell } from '#messages/shell';
import type { LateParts } from '@/project/feature.ts';

export const lateParts: LateParts = {
  shortcuts: [
    { where: 'lists', keys: () => '↑ ↓', label: () => shell.keys.rows },
    { where: 'lists', keys: ({ enter }) => enter, label: () => shell.keys.open },
    { where: 'lists', keys: () => 'X', label: () => shell.keys.select },
    { where: 'lists', keys: () => 'F2', label: () => shell.keys.editCell },
  ],
};
