import type { FieldKind } from './field-kind.ts';
import { checkFormat } from './texts.ts';

export interface EmailShape {
  readonly type: 'email';
}

export const emailKind: FieldKind<EmailShape> = {
  holds: 'text',
  usableFor: ['title', 'unique', 'order', 'conditions'],
  check: (_shape, value, path, checking) => checkFormat('email', value, path, checking),
};
