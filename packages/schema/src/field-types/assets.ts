import { assetIdOf } from '../asset-use.ts';
import { type Accepts, checkAsset } from './asset.ts';
import type { Bounds, FieldKind } from './field-kind.ts';

export interface AssetsShape extends Accepts, Bounds {
  readonly type: 'assets';
}

export const assetsKind: FieldKind<AssetsShape> = {
  holds: 'asset',
  isMany: true,
  merge: 'members',
  item: () => ({ type: 'asset' }),
  check(shape, value, path, checking) {
    if (!checking.isList(shape, value, path)) return;
    checking.noRepeats(value.map(assetIdOf), path);
    for (const [index, item] of value.entries()) checkAsset(item, [...path, index], checking);
  },
};
