import type { TimeBounds } from './date.ts';
import type { FieldKind } from './field-kind.ts';

export interface TimeShape extends TimeBounds {
  readonly type: 'time';
}

export const timeKind: FieldKind<TimeShape> = {
  holds: 'text',
  usableFor: ['order', 'conditions'],
  check({ min, max }, value, path, checking) {
    if (!checking.isText(value, path) || value === '' || !checking.format('time', value, path) || !checking.isStrict) {
      return;
    }
    if (min !== undefined) checking.is(value >= min, path, checking.messages.notBefore(min));
    if (max !== undefined) checking.is(value <= max, path, checking.messages.notAfter(max));
  },
};
