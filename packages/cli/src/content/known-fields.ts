import { type FieldDocument, type FieldShape, isObject, type Json, mapItems, type Values } from '@stele/schema';

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
  switch (shape.type) {
    case 'object':
      return isObject(value) ? knownFields(shape.fields, value, place, onUnknown) : value;
    case 'list':
      return mapItems(value, (item) => knownShape(shape.of, item, place, onUnknown));
    case 'blocks':
      return mapItems(value, (block) => {
        if (!isObject(block)) return block;
        const { _type, _key, ...values } = block;
        const type = shape.types.find(({ key }) => key === _type);
        if (type) {
          const own = knownFields(type.fields, values, `${place}.${type.key}`, onUnknown);
          return { _type: type.key, ...(_key !== undefined && { _key }), ...own };
        }
        onUnknown(`${place}.${String(_type)}`);
        return undefined;
      });
    default:
      return value;
  }
}
