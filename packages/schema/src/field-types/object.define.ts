import { z } from 'zod';
import { canonicalText } from '../canonical.ts';
import { checkFields } from '../check-arguments.ts';
import type { Json } from '../document.ts';
import { type DraftOf, type FieldOptions, fieldDocuments, type NestedFields, type PublishedOf } from '../fields.ts';
import { isObject } from '../own-value.ts';
import { key } from '../show-if-schema.ts';
import { wrap } from '../source/layout.ts';
import { jsonLiteral } from '../source/literals.ts';
import { declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { ObjectShape } from './object.ts';
import { seoFields } from './seo.define.ts';
import { SEO_FIELD_TYPES, type SeoSources } from './seo.ts';

const seo = z.strictObject({ title: key.optional(), description: key.optional(), image: key.optional() });

export const objectDefinition: FieldDefinition<ObjectShape> = {
  builders: ['object', 'seo'],
  constraints: ({ fields }) => ({ seo: seo.optional(), fields }),
  inner: 'fields',
  normalise: (shape, normalising) => ({ ...shape, fields: normalising.fields(shape.fields) }),
  checkSense(shape, path, sensing) {
    sensing.fields(shape.fields, [...path, 'fields']);
    for (const [index, { key: name, type }] of shape.seo ? shape.fields.entries() : []) {
      const wanted = SEO_FIELD_TYPES[name];
      if (wanted === undefined || wanted === type) continue;
      sensing.say(
        [...path, 'fields', index, 'type'],
        `"${name}" of texts for search engines is of the type ${wanted}.`,
      );
    }
  },
  apart: ['fields', 'seo'],
  compare(was, now, path, comparing) {
    if (canonicalText({ ...was.seo }) !== canonicalText({ ...now.seo }) || !was.seo !== !now.seo) {
      const message = `Other fields stand in for what ${path.join('.')} leaves empty from now on.`;
      comparing.log.add('field.described', path, message);
    }
    const fields = comparing.fields(was.fields, now.fields, path);
    return fields.identity ? null : { kind: 'object', fields };
  },
  hasUntypedDefault: true,
  config(shape, writing) {
    if (!shape.seo || !hasUsualFields(shape)) return writing.call('object', ['fields'], [writing.fields(shape.fields)]);
    const from = Object.keys(shape.seo).length > 0 ? [wrap('from: ', jsonLiteral({ ...shape.seo }))] : [];
    return writing.call('seo', ['seo', 'fields'], [], from);
  },
  published: (shape, writing) => writing.fields(shape.fields),
  publish: (shape, value, publishing, path) =>
    isObject(value) ? publishing.fields(shape.fields, value, `${path}.`) : null,
};

/** Whether the fields are those that `seo()` declares. */
function hasUsualFields({ fields }: ObjectShape): boolean {
  const own = fields.map(({ required, ...field }) => (required ? { ...field, required } : field));
  return canonicalText(own as unknown as Json) === canonicalText(fieldDocuments(seoFields()) as unknown as Json);
}

/** Fields that belong together. */
export function object<
  const F extends NestedFields,
  const O extends FieldOptions<never> & { readonly seo?: SeoSources } = Record<never, never>,
>(fields: F, options?: O) {
  checkFields('object', fields);
  return declared<DraftOf<F>, PublishedOf<F>, O>({ type: 'object', fields: fieldDocuments(fields) }, options);
}
