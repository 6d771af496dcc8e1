import type { Asset } from '@stele/client';
import type { Json } from '@stele/schema';

/** So many digits of a SHA-256 identify a file. */
const DIGITS = 40;
const ID = /(?<![\w-])ast_[0-9a-z]{1,60}(?![\w-])/g;

/** Assets by the SHA-256 of their files; of those with the same bytes the oldest first. */
export function byDigest(assets: Iterable<Asset>): Map<string, Asset[]> {
  const found = new Map<string, Asset[]>();
  for (const asset of assets) {
    if (asset.sha256 === null) continue;
    const same = found.get(asset.sha256) ?? [];
    same.push(asset);
    found.set(asset.sha256, same);
  }
  for (const same of found.values()) same.sort((a, b) => (a.id < b.id ? -1 : 1));
  return found;
}

/**
 * The name of an asset in files, the same in every project. It has the form of an id, so that it can stand wherever an id does,
 * in the middle of Markdown too.
 *
 * @param index the asset's place among those with the same bytes, from 0
 */
export function assetName(sha256: string, index: number): string {
  return `ast_${sha256.slice(0, DIGITS)}${index === 0 ? '' : `z${index}`}`;
}

/** JSON with other ids of assets, in values and in texts (`asset:ID`). @param replace undefined leaves an id as it is */
export function mapAssetIds<Value>(value: Value, replace: (id: string) => string | undefined): Value;
export function mapAssetIds(value: Json, replace: (id: string) => string | undefined): Json {
  if (typeof value === 'string') return value.replace(ID, (id) => replace(id) ?? id);
  if (Array.isArray(value)) return value.map((item: Json) => mapAssetIds(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, mapAssetIds(own, replace)]));
}
