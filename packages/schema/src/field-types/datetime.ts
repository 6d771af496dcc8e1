import { checkTime, type TimeBounds } from './date.ts';
import type { FieldKind } from './field-kind.ts';

export interface DateTimeShape extends TimeBounds {
  readonly type: 'datetime';
}

export const datetimeKind: FieldKind<DateTimeShape> = {
  holds: 'datetime',
  usableFor: ['order', 'conditions'],
  check: checkTime,
};
