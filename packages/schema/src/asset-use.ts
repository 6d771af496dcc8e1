import type { Json } from './document.ts';
import { isObject } from './own-value.ts';

/** The value of a field for an asset: its id, or with it the point of the picture that stays visible in this use. */
export type AssetValue = string | { readonly asset: string; readonly focal_point: FocalPoint };

/** Fractions of a picture as it's shown, from its top left corner. */
export type FocalPoint = { readonly x: number; readonly y: number };

/** The id in what a field holds of an asset, which must have that form. */
export function assetIdOf(value: Json): string {
  return String(isObject(value) ? value.asset : value);
}

/** The assets that a field holds, one or several, in a draft or as they're published. */
export function assetValuesIn(value: Json | undefined): AssetValue[] {
  return [value ?? []].flat().map(unpublishedUse).filter(isAssetValue);
}

function isAssetValue(value: Json): value is AssetValue {
  return typeof value === 'string' || (isObject(value) && typeof value.asset === 'string');
}

/** The focal point of a use; null where it's the asset's own. */
export function focusOf(value: Json): FocalPoint | null {
  return isObject(value) && isObject(value.focal_point) ? (value.focal_point as FocalPoint) : null;
}

/** The value of a field for an asset. @param point null for the asset's own */
export function assetValue(asset: string, point: FocalPoint | null): AssetValue {
  return point ? { asset, focal_point: point } : asset;
}

/** An asset as it's published in one use. Variants that are cut to ratios are cut around the asset's focal point: they're left out where the use has its own. */
export function publishedUse(published: Json, value: Json): Json {
  const point = focusOf(value);
  if (!point || !isObject(published)) return published;
  return { ...published, focal_point: { ...point }, variants: itsOwnShape(published.variants) };
}

/** The reverse of `publishedUse`. */
export function unpublishedUse(published: Json): Json {
  if (!isObject(published) || typeof published.id !== 'string') return published;
  const { id, focal_point: point, variants } = published;
  const isOwn = Array.isArray(variants) && variants.length > 0 && itsOwnShape(variants).length === variants.length;
  return isOwn && point ? { asset: id, focal_point: point } : id;
}

function itsOwnShape(variants: Json | undefined): readonly Json[] {
  return Array.isArray(variants) ? variants.filter((one) => isObject(one) && one.ratio === null) : [];
}
