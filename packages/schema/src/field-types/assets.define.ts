import { type AssetValue, unpublishedUse } from '../asset-use.ts';
import { publishItems } from '../content.ts';
import type { FieldOptions } from '../fields.ts';
import type { PublishedAsset } from '../published.ts';
import { listOf } from '../source/type-text.ts';
import { assetMention, publishAsset } from './asset.define.ts';
import type { AssetsShape } from './assets.ts';
import { type Constraints, declared } from './builder.ts';
import { accept, bounds } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import { itemsIn, mapItems } from './list.ts';

export const assetsDefinition: FieldDefinition<AssetsShape> = {
  builders: ['files'],
  constraints: () => ({ accept: accept.optional(), ...bounds }),
  hasUntypedDefault: true,
  config: (_shape, writing) => writing.call('files'),
  published: (_shape, writing) => listOf(writing.support('PublishedAsset')),
  isCompound: () => true,
  assets: (shape, value) => itemsIn(value).map((use, index) => assetMention(shape, [index], use)),
  publish: (_shape, value, publishing, path) => publishItems(value, path, (use) => publishAsset(use, publishing)),
  unpublish: (value) => mapItems(value, unpublishedUse),
};

/** Several files in an order. */
export function files<const O extends FieldOptions<never> & Constraints<AssetsShape>>(options?: O) {
  return declared<readonly AssetValue[], readonly PublishedAsset[], O>({ type: 'assets' }, options, 'files');
}
