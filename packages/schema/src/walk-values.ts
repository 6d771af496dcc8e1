import { assetIdOf, publishedUse } from './asset-use.ts';
import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import type { Path } from './issues.ts';
import { type MarkdownAssetText, markdownAssets, renderMarkdown } from './markdown-assets.ts';
import { blockHead, blockTypeOf, mapNested } from './nested.ts';
import { isObject, ownValue } from './own-value.ts';
import type { MarkTexts } from './preview/mark-texts.ts';
import { renderRichtext, richtextAssets, richtextReferences, richtextText } from './richtext/index.ts';
import { shownFields } from './show-if.ts';
import { normalized } from './unicode.ts';

/** A mention of an entry in values. */
export interface ReferenceMention {
  readonly path: Path;
  readonly id: string;
  /** Collections that the entry may be of; any when null. */
  readonly collections: readonly string[] | null;
}

/** A mention of an asset in values. */
export interface AssetMention {
  readonly path: Path;
  readonly id: string;
  /** Media types that the asset may have; any when null. */
  readonly accept: readonly string[] | null;
  /** Whether it's shown without a text of its own there: then the asset's alternative text is all that says what it is. */
  readonly needsText: boolean;
  /** Whether it's within a text, which describes it further. */
  readonly isWithinText: boolean;
}

/** Looks up what ids name. */
export interface Resolver {
  /** The collection of an entry; null when there is no such entry. */
  collectionOf(entryId: string): string | null;
  /** An asset as it's published; null when there is no such asset. */
  asset(assetId: string): Json | null;
  /** What replaces an asset in running text: its address, and what it shows; null when there is no such asset. */
  assetText(assetId: string): MarkdownAssetText | null;
  /** A picture in Markdown with its sizes; null for what is no picture, and when there is no such asset. */
  textPicture(assetId: string): Json | null;
}

/** Published values name under this key the pictures that their Markdown shows, each as a field holds it. No field has such a key. */
export const TEXT_PICTURES = '_pictures';

/** Calls a function for each value that holds something itself, neither an object of fields nor a list. */
function eachLeaf(
  fields: readonly FieldDocument[],
  values: Values,
  visit: (shape: FieldShape, value: Json, path: Path) => void,
  path: Path = [],
): void {
  for (const field of fields) {
    const value = ownValue(values, field.key);
    if (value !== undefined && value !== null) leavesOf(field, value, visit, [...path, field.key]);
  }
}

function leavesOf(
  shape: FieldShape,
  value: Json,
  visit: (shape: FieldShape, value: Json, path: Path) => void,
  path: Path,
): void {
  if (value === null) return;
  switch (shape.type) {
    case 'object':
      if (isObject(value)) eachLeaf(shape.fields, value, visit, path);
      return;
    case 'list':
      if (Array.isArray(value)) for (const [i, item] of value.entries()) leavesOf(shape.of, item, visit, [...path, i]);
      return;
    case 'blocks':
      if (!Array.isArray(value)) return;
      for (const [index, block] of value.entries()) {
        const type = blockTypeOf(shape, block);
        if (type && isObject(block)) eachLeaf(type.fields, block, visit, [...path, index]);
      }
      return;
    default:
      visit(shape, value, path);
  }
}

/** The entries that values refer to. Values must have their fields' types. */
export function referencesIn(collection: CollectionDocument, values: Values): ReferenceMention[] {
  const found: ReferenceMention[] = [];
  eachLeaf(collection.fields, values, (shape, value, path) => {
    if (shape.type === 'reference') found.push({ path, id: String(value), collections: shape.collections });
    else if (shape.type === 'references' && Array.isArray(value)) {
      for (const [i, id] of value.entries()) {
        found.push({ path: [...path, i], id: String(id), collections: shape.collections });
      }
    } else if (shape.type === 'richtext') {
      for (const mention of richtextReferences(value)) {
        found.push({ path: [...path, ...mention.path], id: mention.id, collections: shape.collections ?? null });
      }
    }
  });
  return found;
}

/**
 * The assets that values refer to, those among them that stand as `asset:ID` in Markdown and in links. Values must have
 * their fields' types.
 */
export function assetsIn(collection: CollectionDocument, values: Values): AssetMention[] {
  const found: AssetMention[] = [];
  const own = (path: Path, value: Json, accept: readonly string[] | null): AssetMention => {
    const at = isObject(value) ? [...path, 'asset'] : path;
    return { path: at, id: assetIdOf(value), accept, needsText: true, isWithinText: false };
  };
  eachLeaf(collection.fields, values, (shape, value, path) => {
    if (shape.type === 'asset') found.push(own(path, value, shape.accept ?? null));
    else if (shape.type === 'assets' && Array.isArray(value)) {
      for (const [i, use] of value.entries()) found.push(own([...path, i], use, shape.accept ?? null));
    } else if (shape.type === 'richtext') {
      for (const { path: within, id, isUndescribed } of richtextAssets(value)) {
        found.push({ path: [...path, ...within], id, accept: null, needsText: isUndescribed, isWithinText: true });
      }
    } else if (shape.type === 'markdown' && typeof value === 'string') {
      for (const { id, isUndescribed } of markdownAssets(value)) {
        found.push({ path, id, accept: null, needsText: isUndescribed, isWithinText: true });
      }
    }
  });
  return found;
}

/** All text in values, for search: rich text as plain text, everything else unchanged. */
export function textsIn(collection: CollectionDocument, values: Values): string[] {
  const found: string[] = [];
  eachLeaf(collection.fields, values, (shape, value) => {
    if (shape.type === 'richtext') found.push(richtextText(value));
    else if (typeof value === 'string' && !['asset', 'reference'].includes(shape.type)) found.push(value);
    else if (shape.type === 'multiselect' && Array.isArray(value)) found.push(...value.map(String));
  });
  return found;
}

/**
 * Values as they're published: references as `{id, collection}`, assets in full, in Markdown and links their addresses,
 * fields in the schema's order. What refers to something that isn't there is left out, and so are hidden fields. Pictures
 * that Markdown shows stand in full under `_pictures`, each once.
 *
 * @param mark puts marks into texts, for previews
 */
export function renderValues(
  collection: CollectionDocument,
  values: Values,
  resolver: Resolver,
  mark?: MarkTexts,
): Values {
  const inMarkdown = new Set<string>();
  const rendered = renderFields(collection.fields, values, {
    ...resolver,
    markdownText(id) {
      inMarkdown.add(id);
      return resolver.assetText(id);
    },
    ...(mark && { mark }),
  });
  const pictures = [...inMarkdown].map((id) => resolver.textPicture(id)).filter((picture) => picture !== null);
  return pictures.length === 0 ? rendered : { ...rendered, [TEXT_PICTURES]: pictures };
}

interface FieldResolver extends Resolver {
  /** As `assetText`, for Markdown. */
  markdownText: Resolver['assetText'];
  readonly mark?: MarkTexts;
}

/** @param path of the object that has the fields; empty, or with a dot at its end */
function renderFields(fields: readonly FieldDocument[], values: Values, resolver: FieldResolver, path = ''): Values {
  const rendered: Record<string, Json> = {};
  for (const field of shownFields(fields, values)) {
    const value = ownValue(values, field.key);
    if (value === undefined || value === null) continue;
    const shown = render(field, value, resolver, path + field.key);
    if (shown !== null) rendered[field.key] = shown;
  }
  return rendered;
}

function render(shape: FieldShape, value: Json, resolver: FieldResolver, path: string): Json {
  const shown = renderPlain(shape, value, resolver, path);
  return resolver.mark && shown !== null ? resolver.mark(shape, shown, path) : shown;
}

function renderPlain(shape: FieldShape, value: Json, resolver: FieldResolver, path: string): Json {
  const all = (items: Json, one: (item: Json, path: string) => Json): Json =>
    Array.isArray(items)
      ? items
          .map((item, index) => (item === null ? null : one(item, `${path}.${index}`)))
          .filter((item) => item !== null)
      : null;
  const reference = (id: Json): Json => {
    const collection = resolver.collectionOf(String(id));
    return collection === null ? null : { id, collection };
  };
  const asset = (use: Json): Json => publishedUse(resolver.asset(assetIdOf(use)), use);
  switch (shape.type) {
    case 'reference':
      return reference(value);
    case 'references':
      return all(value, reference);
    case 'asset':
      return asset(value);
    case 'assets':
      return all(value, asset);
    case 'richtext':
      return renderRichtext(value, resolver);
    case 'markdown':
      return typeof value === 'string' ? renderMarkdown(value, (id) => resolver.markdownText(id)) : value;
    case 'object':
      return isObject(value) ? renderFields(shape.fields, value, resolver, `${path}.`) : null;
    case 'list':
      return all(value, (item, at) => render(shape.of, item, resolver, at));
    case 'blocks':
      return all(value, (block, at) => {
        const type = blockTypeOf(shape, block);
        if (!type || !isObject(block)) return null;
        return { ...blockHead(block), ...renderFields(type.fields, block, resolver, `${at}.`) };
      });
    default:
      return value;
  }
}

/**
 * Values as they're stored, at any depth: without the fields that are null, which says the same as leaving them out, and with
 * slugs in NFC, since addresses are compared byte by byte.
 */
export function asStored(fields: readonly FieldDocument[], values: Values): Values {
  const known = new Map(fields.map((field) => [field.key, field]));
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const field = known.get(key);
      return [key, field ? (mapNested(field, value, asStored, storedLeaf) ?? null) : value];
    }),
  );
}

function storedLeaf({ type }: FieldShape, value: Json): Json {
  return type === 'slug' && typeof value === 'string' ? normalized(value, 'NFC') : value;
}

/** Values with the defaults of the fields that aren't named; a field that is null is meant to stay empty. */
export function withDefaults(collection: CollectionDocument, values: Values): Values {
  const missing = collection.fields.filter((field) => field.default !== undefined && !Object.hasOwn(values, field.key));
  return { ...values, ...Object.fromEntries(missing.map((field) => [field.key, field.default ?? null])) };
}
