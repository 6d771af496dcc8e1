import { type FieldDocument, type FieldShape, type Json, mapNested, type Values } from '@stele/schema';

/** Replaces a value that is neither an object of fields nor a list; undefined leaves the value out. */
type MapLeaf = (shape: FieldShape, value: Json) => Json | undefined;

/** Values with each leaf of known fields replaced, at any depth. Values that no field describes stay. */
export function mapLeaves(fields: readonly FieldDocument[], values: Values, map: MapLeaf): Values {
  const mapped: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((candidate) => candidate.key === key);
    const within = (own: readonly FieldDocument[], inner: Values): Values => mapLeaves(own, inner, map);
    const result = field && value !== null ? mapNested(field, value, within, map) : value;
    if (result !== undefined) mapped[key] = result;
  }
  return mapped;
}
