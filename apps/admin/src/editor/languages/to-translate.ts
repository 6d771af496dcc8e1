import { type FieldDocument, type FieldShape, fieldKind, isBlank, type Json, shownFields } from '@stele/schema';

/** Whether a value of some shape has texts that are translated. */
function hasTexts(shape: FieldShape): boolean {
  const { prose, nesting } = fieldKind(shape.type);
  if (prose !== undefined) return true;
  const inner = nesting?.shapes(shape) ?? [];
  return inner.some((one) => ('fields' in one ? one.fields.some(hasTexts) : hasTexts(one.shape)));
}

/** The localized fields that are shown and have something to translate. @param read the source's value of a field */
export function textFields(
  fields: readonly FieldDocument[],
  read: (key: string) => Json | undefined,
): readonly FieldDocument[] {
  const values = Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = read(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  return shownFields(fields, values).filter(
    (field) => field.localized && hasTexts(field) && !isBlank(field, read(field.key)),
  );
}

/**
 * The next field that needs a translator: it's empty, or its source has changed.
 *
 * @param behind the field after which it's looked for, from the first one again at the end; null for none
 */
export function nextToTranslate(
  fields: readonly FieldDocument[],
  read: (key: string) => Json | undefined,
  changed: readonly string[],
  behind: string | null,
): string | null {
  const index = fields.findIndex(({ key }) => key === behind);
  const inTurn = [...fields.slice(index + 1), ...fields.slice(0, index + 1)];
  return inTurn.find((field) => changed.includes(field.key) || isBlank(field, read(field.key)))?.key ?? null;
}
