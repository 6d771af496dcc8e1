import {
  type AssetMention,
  acceptsMime,
  assetsIn,
  type CollectionDocument,
  findCollection,
  type Path,
  type ReferenceMention,
  referencesIn,
  type SchemaDocument,
  withoutHidden,
} from '@stele/schema';
import { type ErrorDetail, ErrorDetails, type RefusalReason } from '../platform/error-details.ts';
import { type ContentAsset, lacksText } from './content-asset.ts';
import type { LocaleValues } from './draft-values.ts';
import type { MentionedEntry } from './surroundings.store.ts';

/** What the values of some locales refer to. */
export interface Mentions {
  readonly references: readonly (ReferenceMention & { readonly locale: string })[];
  readonly assets: readonly (AssetMention & { readonly locale: string })[];
}

/** What values refer to, locale by locale; nothing without a schema, which alone says what is a reference. */
export function mentionsIn(
  collection: CollectionDocument | null,
  values: Iterable<readonly [locale: string, values: LocaleValues]>,
): Mentions {
  const locales = collection ? [...values].map(([locale, own]) => ({ locale, own, collection })) : [];
  return {
    references: locales.flatMap(({ locale, own, collection: of }) =>
      referencesIn(of, own).map((mention) => ({ ...mention, locale })),
    ),
    assets: locales.flatMap(({ locale, own, collection: of }) =>
      assetsIn(of, own).map((mention) => ({ ...mention, locale })),
    ),
  };
}

/** The same of what would be published of the values: without hidden fields. */
export function publishedMentionsIn(
  collection: CollectionDocument | null,
  values: Iterable<readonly [locale: string, values: LocaleValues]>,
): Mentions {
  const visible = [...values].map(
    ([locale, own]) => [locale, collection ? withoutHidden(collection.fields, own) : own] as const,
  );
  return mentionsIn(collection, visible);
}

/** An asset that one locale's values use, and the field that it stands in. */
export interface AssetUse {
  readonly assetId: string;
  readonly field: string;
}

/** What is kept beside one locale's values of what they mention. */
export interface Mentioned {
  /** Ids of other entries, each once. */
  readonly refersTo: readonly string[];
  /** Each asset once in each field. */
  readonly assetUses: readonly AssetUse[];
}

/** What one locale's values mention; nothing without a schema. */
export function mentionedIn(schema: SchemaDocument | null, collectionKey: string, values: LocaleValues): Mentioned {
  return mentioned(mentionsIn(findCollection(schema, collectionKey), [['', values]]));
}

/** What one locale's values mention where they're published. */
export function publishedMentionedIn(
  schema: SchemaDocument | null,
  collectionKey: string,
  values: LocaleValues,
): Mentioned {
  return mentioned(publishedMentionsIn(findCollection(schema, collectionKey), [['', values]]));
}

function mentioned(mentions: Mentions): Mentioned {
  const uses = new Map<string, AssetUse>();
  for (const { id: assetId, path } of mentions.assets) {
    const field = String(path[0]);
    uses.set(`${field} ${assetId}`, { assetId, field });
  }
  return { refersTo: mentionedIds(mentions), assetUses: [...uses.values()] };
}

/** Whether the same is mentioned in the same places. */
export function isSameMentioned(a: Mentioned, b: Mentioned): boolean {
  return [...a.refersTo].sort().join() === [...b.refersTo].sort().join() && isSameUse(a.assetUses, b.assetUses);
}

/** Whether the same assets are used in the same fields. */
export function isSameUse(a: readonly AssetUse[], b: readonly AssetUse[]): boolean {
  const text = (uses: readonly AssetUse[]): string =>
    uses
      .map(({ assetId, field }) => `${field} ${assetId}`)
      .sort()
      .join();
  return text(a) === text(b);
}

/** Ids of the entries that are mentioned, each once. */
export function mentionedIds(mentions: Mentions): string[] {
  return [...new Set(mentions.references.map(({ id }) => id))];
}

/** Ids of the assets that are mentioned, each once. */
export function mentionedAssetIds(mentions: Mentions): string[] {
  return [...new Set(mentions.assets.map(({ id }) => id))];
}

/**
 * What's wrong with mentions of entries: of those that don't exist, or aren't of a collection that the field takes, or, unless
 * `trashed` ones may be mentioned, that are in the trash.
 */
export function checkMentions(
  mentions: Mentions,
  entries: ReadonlyMap<string, MentionedEntry>,
  { trashed }: { readonly trashed: boolean },
): ErrorDetail[] {
  const details = new ErrorDetails();
  for (const { locale, path, id, collections } of mentions.references) {
    const problem = problemOf(id, entries.get(id), collections, trashed);
    if (problem !== null) say(details, locale, path, problem);
  }
  return details.list();
}

/** Mentions of assets that don't exist, which no draft may hold. */
export function checkAssetsExist(mentions: Mentions, known: ReadonlySet<string>): ErrorDetail[] {
  const details = new ErrorDetails();
  for (const { locale, path, id } of mentions.assets) {
    if (!known.has(id)) say(details, locale, path, noAsset(id), { asset_id: id });
  }
  return details.list();
}

/** What keeps assets from being published where they're mentioned: they're missing, not ready, in the trash, or not of a type that is taken. */
export function checkAssets(mentions: Mentions, assets: ReadonlyMap<string, ContentAsset>): ErrorDetail[] {
  const details = new ErrorDetails();
  for (const { locale, path, id, accept } of mentions.assets) {
    const problem = problemOfAsset(id, assets.get(id), accept);
    if (problem !== null) say(details, locale, path, problem, { asset_id: id });
  }
  return details.list();
}

/** Mentions of pictures that say nothing of what they show, in the locale that mentions them. */
export function undescribed(
  mentions: Mentions,
  assets: ReadonlyMap<string, ContentAsset>,
): { readonly locale: string; readonly path: Path; readonly asset: ContentAsset }[] {
  return mentions.assets.flatMap(({ locale, path, id, needsText }) => {
    const asset = assets.get(id);
    return needsText && asset && lacksText(asset, locale) ? [{ locale, path, asset }] : [];
  });
}

const UNREADY = {
  pending: 'has not been uploaded yet',
  processing: 'is still being processed. Try again in a moment',
  failed: 'could not be processed',
} as const;

/** What's wrong with a mention. */
interface Refusal {
  readonly reason: RefusalReason;
  readonly message: () => string;
}

const noAsset = (id: string): Refusal => ({ reason: 'asset_missing', message: () => `There is no asset ${id}.` });

function problemOfAsset(id: string, found: ContentAsset | undefined, accept: readonly string[] | null): Refusal | null {
  if (!found) return noAsset(id);
  const { filename, mime, stage } = found;
  if (found.trashed) return { reason: 'asset_trashed', message: () => `The asset "${filename}" is in the trash.` };
  if (stage !== 'ready') {
    return { reason: `asset_${stage}`, message: () => `The asset "${filename}" ${UNREADY[stage]}.` };
  }
  if (acceptsMime(accept, mime)) return null;
  const message = (): string => `The asset "${filename}" is of the type ${mime}. This takes: ${accept?.join(', ')}.`;
  return { reason: 'asset_of_other_type', message };
}

function problemOf(
  id: string,
  found: MentionedEntry | undefined,
  collections: readonly string[] | null,
  trashed: boolean,
): Refusal | null {
  if (!found) return { reason: 'entry_missing', message: () => `There is no entry ${id}.` };
  if (collections && !collections.includes(found.collectionKey)) {
    const message = (): string =>
      `${id} is of the collection ${found.collectionKey}. This takes: ${collections.join(', ')}.`;
    return { reason: 'entry_of_other_collection', message };
  }
  if (!found.trashed || trashed) return null;
  return { reason: 'entry_trashed', message: () => `The entry ${id} is in the trash.` };
}

function say(
  details: ErrorDetails,
  locale: string,
  path: Path,
  { reason, message }: Refusal,
  more: Readonly<Record<string, string>> = {},
): void {
  if (details.isFull) details.count(1);
  else details.add({ path: ['values', locale, ...path], message: message(), reason, ...more });
}
