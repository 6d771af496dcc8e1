import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Checking, FieldKind } from './field-kind.ts';

/** The collections that a field may refer to. */
export interface Targets {
  readonly collections: readonly string[];
}

export interface ReferenceShape extends Targets {
  readonly type: 'reference';
}

export const referenceKind: FieldKind<ReferenceShape> = {
  holds: 'entry',
  check: (_shape, value, path, checking) => checkReference(value, path, checking),
};

/** Checks the id of an entry. */
export function checkReference(value: Json, path: Path, checking: Checking): void {
  checking.is(isId('ent_', value), path, checking.messages.entryId());
}

/** Whether a value has the form of an id. */
export function isId(prefix: 'ast_' | 'ent_', value: Json): boolean {
  return typeof value === 'string' && value.startsWith(prefix) && value.length <= 64;
}
