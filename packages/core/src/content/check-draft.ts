import { findCollection } from '@stele/schema';
import { ApiError } from '../platform/errors.ts';
import type { ContentContext } from './content-context.ts';
import type { ContentRules, LocaleValues, PreparedDrafts } from './draft-values.ts';
import {
  checkAssetsExist,
  checkMentions,
  type Mentions,
  mentionedAssetIds,
  mentionedIds,
  mentionsIn,
} from './mentions.ts';
import { loadSurroundings } from './surroundings.store.ts';
import {
  claimUniqueValues,
  hasUniqueValues,
  NO_UNIQUE_CHANGES,
  type UniqueChanges,
  uniqueValuesOf,
} from './unique-values.ts';

/** The rules for the content of a request's project. */
export async function contentRules({ project, services }: ContentContext): Promise<ContentRules> {
  const { id, locales, defaultLocale, schemaVersion } = project;
  return { locales, defaultLocale, schema: await services.schemas.load(id, schemaVersion) };
}

/**
 * Checks the drafts that a save would leave against everything that drafts must keep to: the types of their fields, the
 * entries and assets that they mention for the first time, and the values that no two entries may have. Asks the database
 * at most once, and only where values mention something or must be unique.
 *
 * @returns what the save changes among the unique values
 * @throws ApiError `validation_failed`, `entry.singleton_exists`
 */
export async function checkDraft(
  ctx: ContentContext,
  rules: ContentRules,
  entry: {
    readonly id: string;
    readonly collectionKey: string;
    readonly isNew: boolean;
    readonly drafts: ReadonlyMap<string, { readonly values: LocaleValues }>;
  },
  prepared: PreparedDrafts,
): Promise<UniqueChanges> {
  const collection = findCollection(rules.schema, entry.collectionKey);
  const valuesOf = (checked: { readonly values: LocaleValues } | null): LocaleValues => checked?.values ?? {};
  const changed = [...prepared.changed].map(([locale, checked]) => [locale, valuesOf(checked)] as const);
  if (prepared.details.length > 0) throw new ApiError('validation_failed', { details: prepared.details });
  if (!collection) return NO_UNIQUE_CHANGES;
  const mentions = mentionsIn(collection, changed);
  const mentioned = mentionedIds(mentions);
  const assets = mentionedAssetIds(mentions);
  const unique = hasUniqueValues(collection);
  if (!unique && mentioned.length === 0 && assets.length === 0) return NO_UNIQUE_CHANGES;
  const drafts = [...prepared.drafts].map(([locale, checked]) => [locale, checked.values] as const);
  const wanted = uniqueValuesOf(collection, drafts);
  const surroundings = await loadSurroundings(ctx.services.database.pool, {
    projectId: ctx.project.id,
    collectionKey: entry.collectionKey,
    entryId: entry.id,
    mentioned,
    assets,
    unique: wanted,
  });
  // What a draft mentioned already may be gone since: that must not keep anybody from saving something else.
  const before = entry.isNew ? [] : [...entry.drafts].map(([locale, draft]) => [locale, draft.values] as const);
  const mentionsBefore = mentionsIn(collection, before);
  const knownReferences = new Set(mentionsBefore.references.map(placeOf));
  const knownAssets = new Set(mentionedAssetIds(mentionsBefore));
  const fresh = {
    references: mentions.references.filter((reference) => !knownReferences.has(placeOf(reference))),
    assets: mentions.assets.filter(({ id }) => !knownAssets.has(id)),
  };
  const details = [
    ...checkMentions(fresh, surroundings.entries, { trashed: true }),
    ...checkAssetsExist(fresh, surroundings.assets),
  ];
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  if (!unique) return NO_UNIQUE_CHANGES;
  const locales = [...prepared.changed.keys()];
  return claimUniqueValues(collection, entry, wanted, surroundings.held, locales);
}

/** An entry with the collections that may be mentioned where it's mentioned: elsewhere others may be taken. */
function placeOf({ id, collections }: Mentions['references'][number]): string {
  return JSON.stringify([id, collections]);
}
