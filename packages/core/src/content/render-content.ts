import {
  findCollection,
  findIssues,
  type Resolver,
  renderValues,
  type SchemaDocument,
  sortKeyOf,
  textMarker,
  withoutMarks,
} from '@stele/schema';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { type ErrorDetail, ErrorDetails } from '../platform/error-details.ts';
import {
  type AssetLanguage,
  type ContentAsset,
  toAssetText,
  toPublishedAsset,
  toTextPicture,
} from './content-asset.ts';
import type { ContentRules, LocaleValues } from './draft-values.ts';
import type { MentionedContent, PublishDependencies } from './mentioned-content.store.ts';
import { checkAssets, checkMentions, type Mentioned, publishedMentionsIn, toMentioned } from './mentions.ts';
import { checkClaimed } from './unique-values.ts';

/** An entry's published content in one locale. */
export interface NewContent extends Mentioned {
  readonly valuesHash: string;
  readonly contentHash: string;
  readonly sortKey: string;
  readonly values: Readonly<Record<string, Json>>;
  /** Canonical JSON of the values as served. */
  readonly json: string;
  /** The assets that it shows, with the version of each asset's row that was rendered. */
  readonly shows: ReadonlyMap<string, string>;
}

type RenderRules = Pick<ContentRules, 'schema' | 'defaultLocale'>;

/** One locale's values of an entry. */
interface LocaleContent {
  readonly locale: string;
  readonly collectionKey: string;
  readonly values: LocaleValues;
  readonly valuesHash: string;
  /** Place in a collection that is ordered by hand. */
  readonly position: string;
}

/**
 * Renders a locale's values as they're served, with their sort key.
 *
 * @param found the entries and assets that the values mention
 */
export function renderContent(
  rules: RenderRules,
  { locale, collectionKey, values, valuesHash, position }: LocaleContent,
  found: MentionedContent,
): NewContent {
  const collection = findCollection(rules.schema, collectionKey);
  // Whatever way a draft came by a mark of a preview: none is ever published.
  const shown = withoutMarks(renderForReaders(rules, { locale, collectionKey, values }, found));
  const json = canonicalJson(shown);
  const mentioned = toMentioned(publishedMentionsIn(collection, [['', values]]));
  return {
    ...mentioned,
    values: shown,
    valuesHash,
    contentHash: sha256(json),
    json,
    shows: new Map(
      mentioned.assetUses.flatMap(({ assetId }): [string, string][] => {
        const asset = found.assets.get(assetId);
        return asset ? [[assetId, asset.rowVersion]] : [];
      }),
    ),
    sortKey: collection ? sortKeyOf(collection, values, position, locale) : '',
  };
}

/**
 * Renders a locale's values as they're served.
 *
 * @param markedEntry the entry, if its texts are to name their fields by marks; for previews only
 */
export function renderForReaders(
  { schema, defaultLocale }: RenderRules,
  { locale, collectionKey, values }: Pick<LocaleContent, 'locale' | 'collectionKey' | 'values'>,
  found: MentionedContent,
  markedEntry: string | null = null,
): LocaleValues {
  const collection = findCollection(schema, collectionKey);
  if (!collection) return values;
  const mark = markedEntry === null ? undefined : textMarker(collection, markedEntry, locale);
  return renderValues(collection, values, resolverOf(found, { locale, defaultLocale }), mark);
}

/** Error details that prevent publishing a locale's values. With `claims` null, unique values aren't checked. */
export function checkPublishable(
  schema: SchemaDocument | null,
  locale: string,
  { entryId, collectionKey, values }: Pick<LocaleContent, 'collectionKey' | 'values'> & { readonly entryId: string },
  { mentioned, assets, claims }: MentionedContent & { readonly claims: PublishDependencies['claims'] | null },
): ErrorDetail[] {
  if (!schema) return [];
  const collection = findCollection(schema, collectionKey);
  if (!collection) return [{ path: ['collection_key'], message: `The schema has no collection "${collectionKey}".` }];
  const details = new ErrorDetails();
  const { issues, more } = findIssues(collection, values, 'publish');
  for (const { path, message } of issues) details.add({ path: ['values', locale, ...path], message });
  details.count(more);
  const mentions = publishedMentionsIn(collection, [[locale, values]]);
  details.addAll(checkMentions(mentions, mentioned, { trashed: false }));
  details.addAll(checkAssets(mentions, assets));
  if (claims) details.addAll(checkClaimed(collection, locale, values, claims.get(entryId)));
  return details.list();
}

function resolverOf({ mentioned, assets }: MentionedContent, language: AssetLanguage): Resolver {
  const rendered = <Shown>(
    id: string,
    render: (asset: ContentAsset, language: AssetLanguage) => Shown | null,
  ): Shown | null => {
    const asset = assets.get(id);
    return asset ? render(asset, language) : null;
  };
  return {
    collectionOf: (id) => mentioned.get(id)?.collectionKey ?? null,
    asset: (id) => rendered(id, toPublishedAsset),
    assetText: (id) => rendered(id, toAssetText),
    textPicture: (id) => rendered(id, toTextPicture),
  };
}
