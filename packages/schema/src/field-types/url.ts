import type { FieldKind } from './field-kind.ts';
import { checkFormat } from './texts.ts';

export interface UrlShape {
  readonly type: 'url';
}

export const urlKind: FieldKind<UrlShape> = {
  holds: 'text',
  usableFor: ['title', 'unique', 'order', 'conditions'],
  check: (_shape, value, path, checking) => checkFormat('url', value, path, checking),
};
