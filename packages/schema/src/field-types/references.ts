import type { Bounds, FieldKind } from './field-kind.ts';
import { checkReference, type Targets } from './reference.ts';

export interface ReferencesShape extends Targets, Bounds {
  readonly type: 'references';
}

export const referencesKind: FieldKind<ReferencesShape> = {
  holds: 'entry',
  isMany: true,
  merge: 'members',
  item: ({ collections }) => ({ type: 'reference', collections }),
  check(shape, value, path, checking) {
    if (!checking.isList(shape, value, path)) return;
    checking.noRepeats(value, path);
    for (const [index, item] of value.entries()) checkReference(item, [...path, index], checking);
  },
};
