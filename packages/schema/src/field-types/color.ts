import type { FieldKind } from './field-kind.ts';
import { checkFormat } from './texts.ts';

export interface ColorShape {
  readonly type: 'color';
}

export const colorKind: FieldKind<ColorShape> = {
  holds: 'text',
  usableFor: ['conditions'],
  check: (_shape, value, path, checking) => checkFormat('color', value, path, checking),
};
