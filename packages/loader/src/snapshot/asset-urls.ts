import type { Json } from '@stele/snapshot';

type JsonObject = { readonly [key: string]: Json };

/** The prefix of URLs of media in published files: they're relative to the snapshot's folder. */
const RELATIVE = '../../';
const MEDIA = `${RELATIVE}media/`;

/** A file's address within a text, such as Markdown or a link of rich text: no other text contains one by chance. */
const FILE = /\.\.\/\.\.\/media\/(?=ast_[0-9a-z]{1,60}\/[0-9a-f]{24}\/)/g;

/**
 * Values with absolute URLs in their assets, at any depth, rich text and Markdown included. An asset is known by its shape: an
 * object with an `id` of an asset and a `url` of media; its variants are changed with it.
 *
 * @param projectUrl address of the project's folder on the content host
 * @returns the same object when no asset is in it
 */
export function withAbsoluteUrls<Value extends Json>(value: Value, projectUrl: string): Value;
export function withAbsoluteUrls(value: Json, projectUrl: string): Json {
  if (typeof value === 'string')
    return value.includes(MEDIA) ? value.replace(FILE, () => `${projectUrl}/media/`) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return mapList(value, (item) => withAbsoluteUrls(item, projectUrl));
  if (isAsset(value)) return absoluteAsset(value, projectUrl);
  let changed: Record<string, Json> | null = null;
  for (const key in value) {
    const before = value[key];
    if (before === undefined) continue;
    const after = withAbsoluteUrls(before, projectUrl);
    if (after === before) continue;
    changed ??= { ...value };
    changed[key] = after;
  }
  return changed ?? value;
}

/** Whether values may hold an asset. */
export function mentionsMedia(values: Json): boolean {
  const text = JSON.stringify(values);
  return text.includes(`"${MEDIA}`) || text.search(FILE) >= 0;
}

function isAsset(value: JsonObject): boolean {
  const { id, url } = value;
  return typeof url === 'string' && url.startsWith(MEDIA) && typeof id === 'string' && id.startsWith('ast_');
}

function absoluteAsset(asset: JsonObject, projectUrl: string): JsonObject {
  const { variants } = asset;
  const absolute = absoluteUrl(asset, projectUrl);
  if (variants === undefined || !isList(variants)) return absolute;
  return {
    ...absolute,
    variants: variants.map((variant) => (isObject(variant) ? absoluteUrl(variant, projectUrl) : variant)),
  };
}

function absoluteUrl(object: JsonObject, projectUrl: string): JsonObject {
  const { url } = object;
  if (typeof url !== 'string' || !url.startsWith(MEDIA)) return object;
  return { ...object, url: `${projectUrl}/${url.slice(RELATIVE.length)}` };
}

function mapList(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
