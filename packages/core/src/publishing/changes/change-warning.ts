import { type CollectionDocument, findCollection, isBlank, isShown, ownValue, type Values } from '@stele/schema';
import { isReadable, type ReadableCollections } from '../../access/permissions.ts';
import type { ValuesByLocale } from '../../content/draft-values.ts';
import type { PublishDependencies } from '../../content/mentioned-content.store.ts';
import { findMissingAltTexts, publishedMentionsIn } from '../../content/mentions.ts';
import type { EntryState } from '../../entries/entry.ts';
import { findLiveReferrers } from '../../entries/referrers.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { languageName } from '../../platform/language-name.ts';
import type { Plan, ProjectLiveState } from '../model.ts';
import { seoWarnings } from './seo-warnings.ts';

export const changeWarningCodes = [
  'entry.still_referred_to',
  'entry.refers_to_unpublished',
  'entry.value_replaced',
  'entry.without_slug',
  'media.alt_missing',
  'seo.missing',
  'seo.too_long',
  'translation.unchecked',
] as const;

/** A consequence of a change that people should know. */
export interface ChangeWarning {
  readonly code: (typeof changeWarningCodes)[number];
  readonly message: string;
  readonly path?: (string | number)[];
  readonly entry_id?: string;
  /** Title of that entry. */
  readonly title?: string;
  readonly asset_id?: string;
  /** The published entry that it's about, where a change publishes several. */
  readonly source_id?: string;
}

/**
 * A warning for each reference to an entry that isn't published in the locale of the reference, for each picture
 * without an alternative text there, for each slug that can't be made of its source, since a website may have no address for the
 * entry, and for texts for search engines that are missing or too long.
 *
 * @param published the values to publish
 */
export function contentWarnings(
  entry: Pick<EntryState, 'id' | 'collectionKey'>,
  schema: ProjectLiveState['schema'],
  { mentioned, assets }: PublishDependencies,
  published: ValuesByLocale,
): ChangeWarning[] {
  const collection = findCollection(schema, entry.collectionKey);
  const values = [...published];
  const mentions = publishedMentionsIn(collection, values);
  const unpublished = mentions.references.flatMap(({ locale, path, id }): ChangeWarning[] => {
    const other = mentioned.get(id);
    // A trashed one is an error instead.
    if (!other || other.trashed || id === entry.id || other.liveIn.includes(locale)) return [];
    const message = `"${other.title}" is not live in ${languageName(locale)}.`;
    return [
      {
        code: 'entry.refers_to_unpublished',
        message,
        path: ['values', locale, ...path],
        entry_id: id,
        title: other.title,
      },
    ];
  });
  const silent = findMissingAltTexts(mentions, assets).map(({ locale, path, asset }): ChangeWarning => {
    const message = `The picture "${asset.filename}" has no alternative text in ${languageName(locale)}.`;
    return {
      code: 'media.alt_missing',
      message,
      path: ['values', locale, ...path],
      asset_id: asset.id,
      title: asset.filename,
    };
  });
  return [
    ...unpublished,
    ...silent,
    ...(collection ? [...slugWarnings(collection, values), ...seoWarnings(collection, values)] : []),
  ];
}

function slugWarnings(
  { fields }: Pick<CollectionDocument, 'fields'>,
  published: readonly (readonly [locale: string, values: Values])[],
): ChangeWarning[] {
  const made = fields.filter((field) => field.type === 'slug' && field.source && !field.required);
  return made.flatMap((field) => {
    const empty = published.filter(
      ([, values]) => isBlank(field, ownValue(values, field.key)) && isShown(field, fields, values),
    );
    return empty.slice(0, field.localized ? empty.length : 1).map(([locale]): ChangeWarning => {
      const where = field.localized ? ` in ${languageName(locale)}` : '';
      const message = `It has no ${field.label}${where}, and so perhaps no address on the website.`;
      return { code: 'entry.without_slug', message, path: ['values', locale, field.key] };
    });
  });
}

/** Drops warnings of references to entries that the same change publishes. */
export function withoutPublished(
  plans: ReadonlyMap<string, Plan>,
  warnings: readonly ChangeWarning[],
): ChangeWarning[] {
  return warnings.filter(({ entry_id: other, path }) => !plans.get(other ?? '')?.live.get(String(path?.[1])));
}

/**
 * A warning for each live entry that refers to one that leaves the site: at most a hundred.
 *
 * @param locales the locales that they leave; null for all
 * @param reads the collections whose entries may be named
 */
export async function referrerWarnings(
  pool: Queryable,
  projectId: string,
  entryIds: readonly string[],
  locales: readonly string[] | null,
  reads: ReadableCollections,
): Promise<ChangeWarning[]> {
  const referrers = await findLiveReferrers(pool, projectId, entryIds, locales);
  const shown = referrers.filter(({ collection_key: key }) => isReadable(reads, key));
  return shown.map(({ id, title }) => ({
    code: 'entry.still_referred_to',
    message: `The live entry "${title}" refers to ${entryIds.length === 1 ? 'this one' : 'one of these'}.`,
    entry_id: id,
    title,
  }));
}
