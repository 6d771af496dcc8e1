import type { Json } from '../document.ts';
import { isRecord, itemsOf } from '../own-value.ts';
import { type AttributeRules, isAssetId, isEntryId } from './attributes.ts';
import { assetOfHref } from './href.ts';
import { isMarkName, isNodeName, MARK_RULES, MAX_RICHTEXT_DEPTH, NODE_RULES } from './rules.ts';

/** Resolves the ids in rich text. */
export interface RichtextResolver {
  /** Key of an entry's collection; null when the entry isn't published. */
  collectionOf(entryId: string): string | null;
  /** The path of an entry's page; null when it has none. */
  pathOf?(entryId: string): string | null;
  /** The asset as published files have it; null when it isn't there. */
  asset(assetId: string): Json | null;
  /** Where an asset's file is; null when it isn't there. */
  assetText(assetId: string): { readonly url: string } | null;
}

interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Rich text as it goes into published files (`PublishedRichtext`): embeds and links name their entry as `{id, collection}`,
 * images hold their asset's own object, and links to assets have their addresses. Nodes that can't be resolved are left out: the
 * embed or image itself, of a link only the mark. A quote or cell that loses all it held keeps an empty paragraph, so that the
 * document keeps its form. Nodes, marks and attributes that aren't of the format are left out too, and a value that is no
 * document becomes null.
 */
export function renderRichtext(value: unknown, resolve: RichtextResolver): Json {
  return isRecord(value) && value.type === 'doc' ? renderNode(value, resolve, 0) : null;
}

function renderNode(value: unknown, resolve: RichtextResolver, depth: number): JsonObject | null {
  if (!isRecord(value) || !isNodeName(value.type) || depth > MAX_RICHTEXT_DEPTH) return null;
  const { type } = value;
  const rule = NODE_RULES[type];
  const attrs = renderNodeAttrs(type, knownAttrs(value.attrs, rule.attrs), resolve);
  if (!attrs) return null;
  const node: Record<string, Json> = { type };
  if (Object.keys(attrs).length > 0) node.attrs = attrs;
  if (rule.text) {
    if (typeof value.text !== 'string' || value.text === '') return null;
    node.text = value.text;
  }
  if (rule.marks) {
    const marks = itemsOf(value.marks).flatMap((mark) => renderMark(mark, resolve) ?? []);
    if (marks.length > 0) node.marks = marks;
  }
  if (rule.content) {
    const content = itemsOf(value.content).flatMap((child) => renderNode(child, resolve, depth + 1) ?? []);
    const isEmptied = content.length < rule.content.min && rule.content.of.includes('block');
    if (isEmptied) content.push({ type: 'paragraph' });
    if (content.length > 0 || type === 'doc') node.content = content;
  }
  return node;
}

/** A node's attributes with its id resolved; null when that can't be. */
function renderNodeAttrs(type: string, attrs: JsonObject, resolve: RichtextResolver): JsonObject | null {
  if (type === 'embed') {
    const entry = entryRef(attrs.entry, resolve);
    return entry && { ...attrs, entry };
  }
  if (type === 'image') {
    const asset = isAssetId(attrs.asset) ? resolve.asset(attrs.asset) : null;
    return asset === null ? null : { ...attrs, asset };
  }
  return attrs;
}

function renderMark(mark: unknown, resolve: RichtextResolver): JsonObject | null {
  if (!isRecord(mark) || !isMarkName(mark.type)) return null;
  const { type } = mark;
  const known = knownAttrs(mark.attrs, MARK_RULES[type].attrs);
  const attrs = type === 'link' ? renderLinkAttrs(known, resolve) : known;
  if (!attrs) return null;
  return Object.keys(attrs).length > 0 ? { type, attrs } : { type };
}

/** A link's attributes with either `href` or `entry`; null when it leads nowhere. */
function renderLinkAttrs({ href, entry, ...others }: JsonObject, resolve: RichtextResolver): JsonObject | null {
  if (typeof entry === 'string') {
    const ref = entryRef(entry, resolve);
    return ref && { ...others, entry: ref };
  }
  const assetId = assetOfHref(href);
  const address = assetId === null ? href : resolve.assetText(assetId)?.url;
  return typeof address === 'string' ? { ...others, href: address } : null;
}

function entryRef(id: Json | undefined, resolve: RichtextResolver): JsonObject | null {
  if (!isEntryId(id)) return null;
  const collection = resolve.collectionOf(id);
  const path = resolve.pathOf?.(id) ?? null;
  return collection === null ? null : { id, collection, ...(path !== null && { path }) };
}

/** The attributes that the format knows, as far as they are what it expects. */
function knownAttrs(attrs: unknown, rules: AttributeRules = {}): JsonObject {
  if (!isRecord(attrs)) return {};
  const known: Record<string, Json> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = attrs[name];
    // Every rule accepts JSON alone.
    if (value !== undefined && rule.accepts(value)) known[name] = value as Json;
  }
  return known;
}
