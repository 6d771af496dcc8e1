import { NotebookPen } from 'lucide-react';
import type { Destination } from '../../../src/project/feature.ts';

export const moreDestinations: readonly Destination[] = [
  { group: 'content', href: '/notes/new', label: () => 'New note', icon: NotebookPen },
];
