import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Bounds, Checking, FieldKind } from './field-kind.ts';

export interface NumberShape extends Bounds {
  readonly type: 'number';
}

export const numberKind: FieldKind<NumberShape> = {
  holds: 'number',
  usableFor: ['unique', 'order', 'conditions', 'address'],
  check(shape, value, path, checking) {
    if (typeof value === 'number') checkRange(shape, value, path, checking);
    else checking.say(path, checking.messages.number);
  },
};

/** Checks that a number is within its bounds. */
export function checkRange({ min, max }: Bounds, value: Json & number, path: Path, checking: Checking): void {
  if (!checking.isStrict) return;
  if (min !== undefined) checking.is(value >= min, path, checking.messages.least(min));
  if (max !== undefined) checking.is(value <= max, path, checking.messages.most(max));
}
