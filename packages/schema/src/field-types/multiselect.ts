import type { Bounds, FieldKind } from './field-kind.ts';
import { checkOption, type Options } from './select.ts';

export interface MultiselectShape extends Options, Bounds {
  readonly type: 'multiselect';
}

export const multiselectKind: FieldKind<MultiselectShape> = {
  holds: 'option',
  isMany: true,
  usableFor: ['conditions'],
  merge: 'members',
  item: ({ options }) => ({ type: 'select', options }),
  check(shape, value, path, checking) {
    if (!checking.isList(shape, value, path)) return;
    checking.noRepeats(value, path);
    for (const [index, item] of value.entries()) checkOption(shape, item, [...path, index], checking);
  },
};
