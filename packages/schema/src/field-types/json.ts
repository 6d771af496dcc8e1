import type { FieldKind } from './field-kind.ts';

export interface JsonShape {
  readonly type: 'json';
}

export const jsonKind: FieldKind<JsonShape> = {
  holds: 'json',
  isLong: true,
  check: () => undefined,
};
