import type { Bounds, FieldKind } from './field-kind.ts';
import { checkRange } from './number.ts';

export interface IntegerShape extends Bounds {
  readonly type: 'integer';
}

export const integerKind: FieldKind<IntegerShape> = {
  holds: 'number',
  usableFor: ['unique', 'order', 'conditions', 'address'],
  check(shape, value, path, checking) {
    if (typeof value !== 'number') checking.say(path, checking.messages.number);
    else if (!Number.isSafeInteger(value)) checking.say(path, checking.messages.integer);
    else checkRange(shape, value, path, checking);
  },
};
