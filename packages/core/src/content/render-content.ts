import {
  type EntryPage,
  findCollection,
  findIssues,
  PAGE,
  pageKey,
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
import { changedPages } from './live-pages.store.ts';
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
  /** The values from which it was rendered, and the same content with changed pages; missing for content that stays as it is. */
  readonly rendered?: { readonly from: LocaleValues; with(changed: ReadonlyMap<string, EntryPage | null>): NewContent };
}

type RenderRules = Pick<ContentRules, 'schema' | 'defaultLocale'>;

/** One locale's values of an entry. */
interface LocaleContent {
  readonly entryId: string;
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
export function renderContent(rules: RenderRules, own: LocaleContent, found: MentionedContent): NewContent {
  const { locale, collectionKey, values, valuesHash, position } = own;
  const collection = findCollection(rules.schema, collectionKey);
  // Whatever way a draft came by a mark of a preview: none is ever published.
  const shown = withoutMarks(renderForReaders(rules, own, found));
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
    rendered: {
      from: values,
      with: (changed) => renderContent(rules, own, { ...found, pages: changedPages(found.pages, changed) }),
    },
  };
}

/**
 * Renders a locale's values as they're served.
 *
 * @param isMarked whether texts name their fields by marks; for previews only
 */
export function renderForReaders(
  { schema, defaultLocale }: RenderRules,
  { entryId, locale, collectionKey, values }: Pick<LocaleContent, 'entryId' | 'locale' | 'collectionKey' | 'values'>,
  found: MentionedContent,
  isMarked = false,
): LocaleValues {
  const collection = findCollection(schema, collectionKey);
  if (!collection) return values;
  const mark = isMarked ? textMarker(collection, entryId, locale) : undefined;
  const shown = renderValues(collection, values, resolverOf(found, { locale, defaultLocale }), mark);
  const page = found.pages.get(pageKey(entryId, locale));
  return page ? { ...shown, [PAGE]: { ...page } } : shown;
}

/** Error details that prevent publishing a locale's values. With `claims` null, unique values aren't checked. */
export function checkPublishable(
  schema: SchemaDocument | null,
  locale: string,
  { entryId, collectionKey, values }: Pick<LocaleContent, 'entryId' | 'collectionKey' | 'values'>,
  {
    mentioned,
    assets,
    claims,
  }: Pick<MentionedContent, 'mentioned' | 'assets'> & { readonly claims: PublishDependencies['claims'] | null },
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

function resolverOf({ mentioned, assets, pages }: MentionedContent, language: AssetLanguage): Resolver {
  const rendered = <Shown>(
    id: string,
    render: (asset: ContentAsset, language: AssetLanguage) => Shown | null,
  ): Shown | null => {
    const asset = assets.get(id);
    return asset ? render(asset, language) : null;
  };
  return {
    collectionOf: (id) => mentioned.get(id)?.collectionKey ?? null,
    pathOf: (id) => pages.get(pageKey(id, language.locale))?.path ?? null,
    asset: (id) => rendered(id, toPublishedAsset),
    assetText: (id) => rendered(id, toAssetText),
    textPicture: (id) => rendered(id, toTextPicture),
  };
}
