import type { FieldDocument, FieldShape, Json, Values } from './document.ts';
import type { Path } from './issues.ts';
import type { MarkdownAssetText } from './markdown-assets.ts';

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
  /** The path of an entry's page; null when it has none. */
  pathOf?(entryId: string): string | null;
  /** An asset as it's published; null when there is no such asset. */
  asset(assetId: string): Json | null;
  /** The replacement of an asset in running text: its address, and what it shows; null when there is no such asset. */
  assetText(assetId: string): MarkdownAssetText | null;
  /** A picture in Markdown with its sizes; null for what is no picture, and when there is no such asset. */
  textPicture(assetId: string): Json | null;
}

/** Renders values as they're published. */
export interface Publishing extends Resolver {
  /** As `assetText`, for Markdown. */
  markdownText: Resolver['assetText'];
  /** @param path of the object that has the fields, with a dot at its end */
  fields(fields: readonly FieldDocument[], values: Values, path: string): Values;
  value(shape: FieldShape, value: Json, path: string): Json;
}

/** The references, assets and texts in a value of a type, and its stored and published forms. */
export interface ContentRules<Shape> {
  /** The entries that a value refers to. */
  references?(shape: Shape, value: Json): readonly ReferenceMention[];
  /** The assets that a value shows. */
  assets?(shape: Shape, value: Json): readonly AssetMention[];
  /** The texts by which a search finds a value; a text as it is by default. */
  texts?(value: Json): readonly string[];
  /** A value as it's stored. */
  stored?(value: Json): Json;
  /** A value as it's published; unchanged by default. */
  publish?(shape: Shape, value: Json, publishing: Publishing, path: string): Json;
  /** The value of a draft from a published one. @param text puts `asset:ID` in place of published addresses */
  unpublish?(value: Json, text: (value: Json) => Json): Json;
}

/** Renders the items of a list, without those that are empty or come to nothing. */
export function publishItems(value: Json, path: string, publish: (item: Json, path: string) => Json): Json {
  if (!Array.isArray(value)) return null;
  return value
    .map((item, index) => (item === null ? null : publish(item, `${path}.${index}`)))
    .filter((item) => item !== null);
}
