import { checkFields } from '../check-arguments.ts';
import { type DraftOf, type FieldOptions, fieldDocuments, type NestedFields, type PublishedOf } from '../fields.ts';
import { isObject } from '../own-value.ts';
import { declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { ObjectShape } from './object.ts';

export const objectDefinition: FieldDefinition<ObjectShape> = {
  constraints: ({ fields }) => ({ fields }),
  inner: 'fields',
  normalise: (shape, normalising) => ({ ...shape, fields: normalising.fields(shape.fields) }),
  checkSense: (shape, path, sensing) => sensing.fields(shape.fields, [...path, 'fields']),
  apart: ['fields'],
  compare(was, now, path, comparing) {
    const fields = comparing.fields(was.fields, now.fields, path);
    return fields.identity ? null : { kind: 'object', fields };
  },
  hasUntypedDefault: true,
  config: (shape, writing) => writing.call('object', ['fields'], [writing.fields(shape.fields)]),
  published: (shape, writing) => writing.fields(shape.fields),
  publish: (shape, value, publishing, path) =>
    isObject(value) ? publishing.fields(shape.fields, value, `${path}.`) : null,
};

/** Fields that belong together. */
export function object<const F extends NestedFields, const O extends FieldOptions<never> = Record<never, never>>(
  fields: F,
  options?: O,
) {
  checkFields('object', fields);
  return declared<DraftOf<F>, PublishedOf<F>, O>({ type: 'object', fields: fieldDocuments(fields) }, options);
}
