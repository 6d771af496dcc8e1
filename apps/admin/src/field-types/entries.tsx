import { EntryName } from '@/entry/entry-name.tsx';
import type { FieldView } from './field-view.ts';

export const referencesView: FieldView = { operators: ['is'], filterInput: 'entry', isSetTogether: true };

export const referenceView: FieldView = {
  ...referencesView,
  tells: 'entry',
  isColumn: true,
  Cell: ({ value }) => (typeof value === 'string' ? <EntryName id={value} /> : null),
};
