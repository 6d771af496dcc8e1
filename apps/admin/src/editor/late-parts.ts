import { shell } from '#messages/shell';
import type { LateParts } from '@/project/feature.ts';

export const lateParts: LateParts = {
  shortcuts: [
    { where: 'editor', keys: ({ control }) => control('S'), label: () => shell.keys.save },
    { where: 'editor', keys: ({ control, enter }) => control(enter), label: () => shell.keys.publish },
    { where: 'editor', keys: ({ control }) => control('.'), label: () => shell.keys.preview },
    { where: 'editor', keys: () => '↑ ↓', label: () => shell.keys.move },
    { where: 'editor', keys: () => '/', label: () => shell.keys.slash },
  ],
};
