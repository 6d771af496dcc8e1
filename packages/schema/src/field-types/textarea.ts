import type { FieldKind } from './field-kind.ts';
import { checkText, type TextRules } from './texts.ts';

export interface TextareaShape extends TextRules {
  readonly type: 'textarea';
}

export const textareaKind: FieldKind<TextareaShape> = {
  holds: 'text',
  usableFor: ['title', 'order', 'conditions'],
  prose: 'plain',
  merge: 'lines',
  check: checkText,
};
