import { canonicalText } from '../canonical.ts';
import type { Json } from '../document.ts';
import type { FieldOptions } from '../fields.ts';
import { declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { JsonShape } from './json.ts';

export const jsonDefinition: FieldDefinition<JsonShape> = {
  constraints: () => ({}),
  asText: (value) => ({ value: canonicalText(value), lossless: true }),
  published: (_shape, writing) => writing.support('Json'),
};

/** Any JSON. */
export function json<const O extends FieldOptions<Json>>(options?: O) {
  return declared<Json, Json, O>({ type: 'json' }, options);
}
