import { shell } from '#messages/shell';
import type { LateParts } from '@/project/feature.ts';

export const lateParts: LateParts = {
  shortcuts: [
    { where: 'editor', keys: ({ control, shift }) => control(`${shift} M`), label: () => shell.keys.comment },
  ],
};
