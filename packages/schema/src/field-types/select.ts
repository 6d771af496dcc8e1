import type { Json, SelectOption } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Checking, FieldKind } from './field-kind.ts';

/** The options that a field offers. */
export interface Options {
  readonly options: readonly SelectOption[];
}

export interface SelectShape extends Options {
  readonly type: 'select';
}

export const selectKind: FieldKind<SelectShape> = {
  holds: 'option',
  usableFor: ['title', 'order', 'conditions', 'address'],
  check: checkOption,
};

/** Checks that a value is one of the options. */
export function checkOption({ options }: Options, value: Json, path: Path, checking: Checking): void {
  if (!checking.isText(value, path)) return;
  const values = options.map((option) => option.value);
  checking.is(values.includes(value), path, checking.messages.oneOf(values.slice(0, 20)));
}
