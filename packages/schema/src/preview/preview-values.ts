import {
  COMPARABLE_TYPES,
  type CollectionDocument,
  type FieldDocument,
  type FieldShape,
  type Values,
} from '../document.ts';
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

function isAsTyped(shape: FieldShape | FieldDocument): boolean {
  switch (shape.type) {
    case 'object':
      return shape.fields.every(isAsTyped);
    case 'list':
      return isAsTyped(shape.of);
    case 'blocks':
      return shape.types.every(({ fields }) => fields.every(isAsTyped));
    default:
      // Values that conditions compare are plain: others name assets and entries, or are rendered.
      return COMPARABLE_TYPES.includes(shape.type);
  }
}
