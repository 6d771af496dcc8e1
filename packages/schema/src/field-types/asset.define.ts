import { type AssetValue, assetIdOf, publishedUse, unpublishedUse } from '../asset-use.ts';
import type { AssetMention, Resolver } from '../content.ts';
import type { Json } from '../document.ts';
import type { FieldOptions } from '../fields.ts';
import type { Path } from '../issues.ts';
import { isObject } from '../own-value.ts';
import type { PublishedAsset } from '../published.ts';
import type { Accepts, AssetShape } from './asset.ts';
import { type Constraints, declared } from './builder.ts';
import { accept } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';

export const assetDefinition: FieldDefinition<AssetShape> = {
  builders: ['image', 'file'],
  constraints: () => ({ accept: accept.optional() }),
  asText: (value) => ({ value: assetIdOf(value), lossless: false }),
  hasUntypedDefault: true,
  config(shape, writing) {
    const isImage = shape.accept?.length === 1 && shape.accept[0] === 'image/*';
    return isImage ? writing.call('image', ['accept']) : writing.call('file');
  },
  published: (_shape, writing) => writing.support('PublishedAsset'),
  assets: (shape, value) => [assetMention(shape, [], value)],
  texts: () => [],
  publish: (_shape, value, publishing) => publishAsset(value, publishing),
  unpublish: unpublishedUse,
};

/** A use of an asset in a field that takes some types of files. */
export function assetMention({ accept: types }: Accepts, path: Path, value: Json): AssetMention {
  const at = isObject(value) ? [...path, 'asset'] : path;
  return { path: at, id: assetIdOf(value), accept: types ?? null, needsText: true, isWithinText: false };
}

export function publishAsset(value: Json, resolver: Resolver): Json {
  return publishedUse(resolver.asset(assetIdOf(value)), value);
}

type AssetOptions = FieldOptions<never> & Constraints<AssetShape>;

/** A picture. */
export function image<const O extends AssetOptions>(options?: O) {
  return declared<AssetValue, PublishedAsset, O>({ type: 'asset' }, { accept: ['image/*'], ...options } as O, 'image');
}

/** A file of any type, or of those in `accept`. */
export function file<const O extends AssetOptions>(options?: O) {
  return declared<AssetValue, PublishedAsset, O>({ type: 'asset' }, options, 'image');
}
