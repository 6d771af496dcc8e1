import { NotebookPen } from 'lucide-react';
import type { Place } from '../../../src/project/feature.ts';

export const morePlaces: readonly Place[] = [
  { group: 'content', href: '/notes/new', label: () => 'New note', icon: NotebookPen },
];
