import { isObject, type Json, type ShapeOf } from '@stele/schema';
import { lazy, Suspense } from 'react';
import { withWords } from '@/i18n/load-words.ts';
import type { FieldView } from './field-view.ts';

const CodeCell = lazy(() => withWords(import('./code-cell.tsx')));

/** The parts of a value; what it lacks is ''. */
export function codeIn(value: Json | undefined): { readonly language: string; readonly text: string } {
  const { language, text } = isObject(value) ? value : {};
  return { language: String(language ?? ''), text: String(text ?? '') };
}

export const codeView: FieldView<ShapeOf<'code'>> = {
  isColumn: true,
  Cell: ({ value }) => (
    <Suspense>
      <CodeCell {...codeIn(value)} />
    </Suspense>
  ),
  text: (_shape, value) => {
    const { language, text } = codeIn(value);
    return [language, text].filter((part) => part !== '').join('\n');
  },
};
