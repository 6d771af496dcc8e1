import type { FieldKind } from './field-kind.ts';
import { checkText, type TextRules } from './texts.ts';

export interface TextShape extends TextRules {
  readonly type: 'text';
}

export const textKind: FieldKind<TextShape> = {
  holds: 'text',
  usableFor: ['title', 'unique', 'order', 'conditions', 'address'],
  prose: 'plain',
  check: checkText,
};
