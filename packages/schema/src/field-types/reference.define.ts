import { checkTarget } from '../check-arguments.ts';
import type { Resolver } from '../content.ts';
import type { Json } from '../document.ts';
import type { FieldOptions } from '../fields.ts';
import type { Path } from '../issues.ts';
import { isObject } from '../own-value.ts';
import type { PublishedReference } from '../published.ts';
import type { Code } from '../source/layout.ts';
import { jsonLiteral } from '../source/literals.ts';
import { union } from '../source/type-text.ts';
import { declared, targets } from './builder.ts';
import { collections } from './constraints.ts';
import type { ConfigWriting, FieldDefinition, Sensing, TypesWriting } from './field-definition.ts';
import type { ReferenceShape, Targets } from './reference.ts';

export const referenceDefinition: FieldDefinition<ReferenceShape> = {
  constraints: () => ({ collections }),
  checkSense: checkTargets,
  hasUntypedDefault: true,
  config: referenceCode,
  published: referenceType,
  references: (shape, value) => [{ path: [], id: String(value), collections: shape.collections }],
  texts: () => [],
  publish: (_shape, value, publishing) => publishReference(value, publishing),
  unpublish: publishedId,
};

export function checkTargets(shape: Targets, path: Path, sensing: Sensing): void {
  sensing.collections(shape.collections, [...path, 'collections']);
}

/** The call of the builder, with the collections first. */
export function referenceCode(shape: Targets & { readonly type: string }, writing: ConfigWriting): Code {
  const [only] = shape.collections;
  const target = shape.collections.length === 1 && only !== undefined ? only : shape.collections;
  return writing.call(shape.type, ['collections'], [jsonLiteral(target)]);
}

export function referenceType(shape: Targets, writing: TypesWriting): string {
  return `${writing.support('PublishedReference')}<${union(shape.collections)}>`;
}

export function publishReference(id: Json, resolver: Resolver): Json {
  const collection = resolver.collectionOf(String(id));
  const path = resolver.pathOf?.(String(id)) ?? null;
  return collection === null ? null : { id, collection, ...(path !== null && { path }) };
}

/** The id of a published entry or asset. */
export function publishedId(value: Json): Json {
  return isObject(value) && typeof value.id === 'string' ? value.id : value;
}

/** Another entry, of one collection or one of several. */
export function reference<
  const Target extends string | readonly string[],
  const O extends FieldOptions<never> = Record<never, never>,
>(target: Target, options?: O) {
  type Collection = Target extends string ? Target : Target[number];
  checkTarget('reference', target);
  return declared<string, PublishedReference<Collection & string>, O>(
    { type: 'reference', collections: targets(target) },
    options,
  );
}
