import type { Bounds, FieldKind } from './field-kind.ts';
import { checkText } from './texts.ts';

export interface MarkdownShape extends Bounds {
  readonly type: 'markdown';
}

export const markdownKind: FieldKind<MarkdownShape> = {
  holds: 'text',
  isLong: true,
  prose: 'markdown',
  merge: 'lines',
  check: checkText,
};
