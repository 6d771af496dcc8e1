import { NotebookPen } from 'lucide-react';
import type { LateParts } from '../../../src/project/feature.ts';

export const lateParts: LateParts = {
  places: [{ group: 'content', href: '/notes/new', label: () => 'New note', icon: NotebookPen }],
  shortcuts: [{ where: 'lists', keys: ({ control }) => control('J'), label: () => 'Write a note' }],
};
