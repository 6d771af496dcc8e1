import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import { isObject } from '../own-value.ts';
import type { Checking, FieldKind } from './field-kind.ts';
import { isId } from './reference.ts';

/** Media types of the files that a field takes; all by default. */
export interface Accepts {
  readonly accept?: readonly string[];
}

export interface AssetShape extends Accepts {
  readonly type: 'asset';
}

export const assetKind: FieldKind<AssetShape> = {
  holds: 'asset',
  check: (_shape, value, path, checking) => checkAsset(value, path, checking),
};

/** Checks the use of an asset: its id, or the id with a focal point. */
export function checkAsset(value: Json, path: Path, checking: Checking): void {
  if (!isObject(value)) {
    checkId(value, path, checking);
    return;
  }
  checking.fields([], value, path, ['asset', 'focal_point']);
  checkId(value.asset ?? null, [...path, 'asset'], checking);
  const at = [...path, 'focal_point'];
  const point = value.focal_point ?? null;
  if (!checking.isObject(point, at)) return;
  checking.fields([], point, at, ['x', 'y']);
  for (const axis of ['x', 'y']) checkFraction(point[axis], [...at, axis], checking);
}

function checkId(value: Json, path: Path, checking: Checking): void {
  checking.is(isId('ast_', value), path, checking.messages.assetId());
}

function checkFraction(value: Json | undefined, path: Path, checking: Checking): void {
  if (typeof value !== 'number') checking.say(path, checking.messages.number);
  else {
    checking.is(value >= 0, path, checking.messages.least(0));
    checking.is(value <= 1, path, checking.messages.most(1));
  }
}
