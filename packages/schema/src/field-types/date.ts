import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Checking, FieldKind } from './field-kind.ts';

/** The first and the last day or time, written as values are. */
export interface TimeBounds {
  readonly min?: string;
  readonly max?: string;
}

export interface DateShape extends TimeBounds {
  readonly type: 'date';
}

export const dateKind: FieldKind<DateShape> = {
  holds: 'date',
  usableFor: ['order', 'conditions', 'address'],
  check: checkTime,
};

/** Checks a date, or a date with a time. */
export function checkTime(
  { type, min, max }: TimeBounds & { readonly type: 'date' | 'datetime' },
  value: Json,
  path: Path,
  checking: Checking,
): void {
  if (!checking.isText(value, path) || !checking.hasDay(value, path)) return;
  if (!checking.format(type, value, path) || !checking.isStrict) return;
  const at = Date.parse(value);
  if (min !== undefined) checking.is(at >= Date.parse(min), path, checking.messages.notBefore(min));
  if (max !== undefined) checking.is(at <= Date.parse(max), path, checking.messages.notAfter(max));
}
