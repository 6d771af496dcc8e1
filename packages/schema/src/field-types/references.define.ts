import { checkTarget } from '../check-arguments.ts';
import { publishItems } from '../content.ts';
import type { FieldOptions } from '../fields.ts';
import type { PublishedReference } from '../published.ts';
import { listOf } from '../source/type-text.ts';
import { declared, targets } from './builder.ts';
import { bounds, collections } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import { itemsIn, mapItems } from './list.ts';
import { checkTargets, publishedId, publishReference, referenceCode, referenceType } from './reference.define.ts';
import type { ReferencesShape } from './references.ts';

export const referencesDefinition: FieldDefinition<ReferencesShape> = {
  constraints: () => ({ collections, ...bounds }),
  checkSense: checkTargets,
  hasUntypedDefault: true,
  config: referenceCode,
  published: (shape, writing) => listOf(referenceType(shape, writing)),
  isCompound: () => true,
  references: (shape, value) =>
    itemsIn(value).map((id, index) => ({ path: [index], id: String(id), collections: shape.collections })),
  publish: (_shape, value, publishing, path) => publishItems(value, path, (id) => publishReference(id, publishing)),
  unpublish: (value) => mapItems(value, publishedId),
};

/** Several entries in an order. */
export function references<
  const Target extends string | readonly string[],
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(target: Target, options?: O) {
  type Collection = Target extends string ? Target : Target[number];
  checkTarget('references', target);
  return declared<readonly string[], readonly PublishedReference<Collection & string>[], O>(
    { type: 'references', collections: targets(target) },
    options,
  );
}
