import { lazy, Suspense } from 'react';
import { withWords } from '@/i18n/load-words.ts';
import type { FieldView } from './field-view.ts';

const EntryName = lazy(async () => ({ default: (await withWords(import('@/entry/entry-name.tsx'))).EntryName }));

export const referencesView: FieldView = { operators: ['is'], filterInput: 'entry', isSetTogether: true };

export const referenceView: FieldView = {
  ...referencesView,
  tells: 'entry',
  isColumn: true,
  Cell: ({ value }) => <Suspense>{typeof value === 'string' && <EntryName id={value} />}</Suspense>,
};
