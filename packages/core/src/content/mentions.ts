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
import type { LocaleValues, ValuesByLocale } from './draft-values.ts';
import type { MentionedEntry } from './mentioned-content.store.ts';

/** The entries and assets that values of some locales refer to. */
export interface Mentions {
  readonly references: readonly (ReferenceMention & { readonly locale: string })[];
  readonly assets: readonly (AssetMention & { readonly locale: string })[];
}

/** The mentions in values, by locale. None without a schema, since only a schema declares references. */
export function mentionsIn(collection: CollectionDocument | null, values: ValuesByLocale): Mentions {
  if (!collection) return { references: [], assets: [] };
  const locales = [...values];
  return {
    references: locales.flatMap(([locale, own]) => referencesIn(collection, own).map((one) => ({ ...one, locale }))),
    assets: locales.flatMap(([locale, own]) => assetsIn(collection, own).map((one) => ({ ...one, locale }))),
  };
}

/** The mentions in the published form of values, which is without hidden fields. */
export function publishedMentionsIn(collection: CollectionDocument | null, values: ValuesByLocale): Mentions {
  const shown = (own: LocaleValues): LocaleValues => (collection ? withoutHidden(collection.fields, own) : own);
  return mentionsIn(
    collection,
    [...values].map(([locale, own]) => [locale, shown(own)] as const),
  );
}

/** An asset that one locale's values use, and the top-level field that contains it. */
export interface AssetUse {
  readonly assetId: string;
  readonly field: string;
}

/** The mentions of one locale's values, as they're stored beside them. */
export interface Mentioned {
  /** Ids of other entries, each once. */
  readonly refersTo: readonly string[];
  /** Each asset once in each field. */
  readonly assetUses: readonly AssetUse[];
}

/** The mentions of one locale's values; none without a schema. */
export function mentionedIn(schema: SchemaDocument | null, collectionKey: string, values: LocaleValues): Mentioned {
  return toMentioned(mentionsIn(findCollection(schema, collectionKey), [['', values]]));
}

/** The mentions of one locale as they're stored. */
export function toMentioned(mentions: Mentions): Mentioned {
  const uses = new Map<string, AssetUse>();
  for (const { id: assetId, path } of mentions.assets) {
    const field = String(path[0]);
    uses.set(`${field} ${assetId}`, { assetId, field });
  }
  return { refersTo: mentionedIds(mentions), assetUses: [...uses.values()] };
}

/** Whether two mention the same in the same fields. */
export function isSameMentioned(a: Mentioned, b: Mentioned): boolean {
  return [...a.refersTo].sort().join() === [...b.refersTo].sort().join() && isSameUse(a.assetUses, b.assetUses);
}

/** Whether two use the same assets in the same fields. */
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
 * Errors for mentions of entries that don't exist, that are of a collection which the field doesn't accept, or that are in the
 * trash, unless `trashed` entries are allowed.
 */
export function checkMentions(
  { references }: Mentions,
  entries: ReadonlyMap<string, MentionedEntry>,
  { trashed }: { readonly trashed: boolean },
): ErrorDetail[] {
  return refusals(references, ({ id, collections }) => problemOf(id, entries.get(id), collections, trashed));
}

/** Errors for mentions of assets that don't exist, which no draft may hold. */
export function checkAssetsExist({ assets }: Mentions, known: ReadonlySet<string>): ErrorDetail[] {
  return refusals(assets, ({ id }) => (known.has(id) ? null : noAsset(id)));
}

/** Errors for mentions of assets that can't be published: missing, not ready, in the trash, or of a type that isn't accepted. */
export function checkAssets({ assets }: Mentions, found: ReadonlyMap<string, ContentAsset>): ErrorDetail[] {
  return refusals(assets, ({ id, accept }) => problemOfAsset(id, found.get(id), accept));
}

/** Mentions of pictures that lack a needed alternative text in the locale of the mention. */
export function findMissingAltTexts(
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

/** Why a mention is refused. The message is only built if it's shown. */
interface Refusal {
  readonly reason: RefusalReason;
  /** The title of the mentioned entry, or the filename of the asset. */
  readonly title?: string;
  readonly message: () => string;
}

const noAsset = (id: string): Refusal => ({ reason: 'asset_missing', message: () => `There is no asset ${id}.` });

function problemOfAsset(id: string, found: ContentAsset | undefined, accept: readonly string[] | null): Refusal | null {
  if (!found) return noAsset(id);
  const { filename, mime, stage } = found;
  const title = filename;
  if (found.trashed) return { reason: 'asset_trashed', title, message: () => `The asset "${title}" is in the trash.` };
  if (stage !== 'ready') {
    return { reason: `asset_${stage}`, title, message: () => `The asset "${title}" ${UNREADY[stage]}.` };
  }
  if (acceptsMime(accept, mime)) return null;
  const message = (): string => `The asset "${title}" is of the type ${mime}. This takes: ${accept?.join(', ')}.`;
  return { reason: 'asset_of_other_type', title, message };
}

function problemOf(
  id: string,
  found: MentionedEntry | undefined,
  collections: readonly string[] | null,
  trashed: boolean,
): Refusal | null {
  if (!found) return { reason: 'entry_missing', message: () => `There is no entry ${id}.` };
  const { title } = found;
  if (collections && !collections.includes(found.collectionKey)) {
    const message = (): string =>
      `The entry "${title}" is of the collection ${found.collectionKey}. This takes: ${collections.join(', ')}.`;
    return { reason: 'entry_of_other_collection', title, message };
  }
  if (!found.trashed || trashed) return null;
  return { reason: 'entry_trashed', title, message: () => `The entry "${title}" is in the trash.` };
}

/** A detail for each mention that is refused. */
function refusals<Mention extends { readonly locale: string; readonly path: Path; readonly id: string }>(
  mentions: readonly Mention[],
  refusalOf: (mention: Mention) => Refusal | null,
): ErrorDetail[] {
  const details = new ErrorDetails();
  for (const mention of mentions) {
    const refusal = refusalOf(mention);
    if (!refusal) continue;
    const { reason, title, message } = refusal;
    const path = ['values', mention.locale, ...mention.path];
    const asset = reason.startsWith('asset_') && { asset_id: mention.id };
    if (details.isFull) details.count(1);
    else details.add({ path, message: message(), reason, ...asset, ...(title && { title }) });
  }
  return details.list();
}
