import type { FieldKind } from './field-kind.ts';

export interface BooleanShape {
  readonly type: 'boolean';
}

export const booleanKind: FieldKind<BooleanShape> = {
  holds: 'boolean',
  usableFor: ['order', 'conditions'],
  check: (_shape, value, path, checking) => checking.is(typeof value === 'boolean', path, checking.messages.boolean),
};
