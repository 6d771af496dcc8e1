import type { CollectionDocument, FieldShape, Values } from '../document.ts';
import { fieldKind } from '../field-types/kinds.ts';
import { COMPARABLE_TYPES } from '../field-types/uses.ts';
import { ownValue } from '../own-value.ts';
import { withoutHidden } from '../show-if.ts';

/** The values of a draft that a website can show before they are saved: of the fields that are published as they are typed. */
export function previewValues({ fields }: CollectionDocument, draft: Values): Values {
  const values = withoutHidden(fields, draft);
  const shown = fields.filter(isAsTyped).flatMap(({ key }) => {
    const value = ownValue(values, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(shown);
}

function isAsTyped(shape: FieldShape): boolean {
  const { nesting } = fieldKind(shape.type);
  // Values that conditions compare are plain: others name assets and entries, or are rendered.
  if (!nesting) return COMPARABLE_TYPES.includes(shape.type);
  return nesting
    .shapes(shape)
    .every((inner) => ('fields' in inner ? inner.fields.every(isAsTyped) : isAsTyped(inner.shape)));
}
