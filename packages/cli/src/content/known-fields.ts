import { type FieldDocument, type FieldShape, fieldKind, type Json, type Values } from '@stele/schema';

/** Called for what is left out, with its keys and dots between. */
type OnUnknown = (place: string) => void;

/** Values without what no field describes, at any depth. @param place of the values, for `onUnknown` */
export function knownFields(
  fields: readonly FieldDocument[],
  values: Values,
  place: string,
  onUnknown: OnUnknown,
): Values {
  const known: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((candidate) => candidate.key === key);
    if (field) known[key] = knownShape(field, value, `${place}.${key}`, onUnknown);
    else onUnknown(`${place}.${key}`);
  }
  return known;
}

function knownShape(shape: FieldShape, value: Json, place: string, onUnknown: OnUnknown): Json {
  const { nesting } = fieldKind(shape.type);
  if (!nesting) return value;
  return nesting.map(shape, value, {
    fields: (fields, own, step) => knownFields(fields, own, step === null ? place : `${place}.${step}`, onUnknown),
    item: (of, item) => knownShape(of, item, place, onUnknown),
    unknown(row) {
      onUnknown(`${place}.${String(row._type)}`);
      return undefined;
    },
  });
}
