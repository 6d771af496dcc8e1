import { findCollection, MOST_LEVELS, PARENT } from '@stele/schema';
import { takeBreak } from '../platform/breaks.ts';
import type { Database } from '../platform/database/open-database.ts';
import { ApiError, type ErrorDetail } from '../platform/errors.ts';
import { loadPagesAbove } from './draft-parents.store.ts';
import { type ContentRules, type LocaleValues, type PreparedDrafts, valuesByLocale } from './draft-values.ts';
import { loadDraftDependencies } from './mentioned-content.store.ts';
import {
  checkAssetsExist,
  checkMentions,
  type Mentions,
  mentionedAssetIds,
  mentionedIds,
  mentionsIn,
} from './mentions.ts';
import type { Schemas } from './schemas.ts';
import {
  claimUniqueValues,
  hasUniqueValues,
  NO_UNIQUE_CHANGES,
  type UniqueChanges,
  uniqueValuesOf,
} from './unique-values.ts';

/** The part of a request's context that checking values needs. */
export interface ContentContext {
  readonly project: {
    readonly id: string;
    readonly locales: readonly string[];
    readonly defaultLocale: string;
    readonly schemaVersion: number;
  };
  readonly services: { readonly database: Database; readonly schemas: Schemas };
  /** The collections whose entries may be mentioned; null for all. */
  readonly reads: readonly string[] | null;
}

/** The rules for the content of a request's project. */
export async function contentRules({ project, services }: ContentContext): Promise<ContentRules> {
  const { id, locales, defaultLocale, schemaVersion } = project;
  return { locales, defaultLocale, schema: await services.schemas.load(id, schemaVersion) };
}

/**
 * Checks the drafts that a save would make: types of fields, newly mentioned entries and assets, and unique values. Queries the
 * database at most once, and only when values mention something or must be unique.
 *
 * @returns the save's changes to the table of unique values
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
  if (prepared.details.length > 0) throw new ApiError('validation_failed', { details: prepared.details });
  await takeBreak();
  const collection = findCollection(rules.schema, entry.collectionKey);
  if (!collection) return NO_UNIQUE_CHANGES;
  const mentions = mentionsIn(collection, valuesByLocale(prepared.changed));
  const mentioned = mentionedIds(mentions);
  const assets = mentionedAssetIds(mentions);
  const unique = hasUniqueValues(collection);
  if (!unique && mentioned.length === 0 && assets.length === 0) return NO_UNIQUE_CHANGES;
  const uniqueValues = uniqueValuesOf(collection, valuesByLocale(prepared.drafts));
  const dependencies = await loadDraftDependencies(ctx.services.database.pool, {
    projectId: ctx.project.id,
    collectionKey: entry.collectionKey,
    entryId: entry.id,
    mentioned,
    assets,
    unique: uniqueValues,
  });
  // Something that the draft already mentioned may have been deleted, which must not block a save of other values.
  const mentionsBefore = mentionsIn(collection, entry.isNew ? [] : valuesByLocale(entry.drafts));
  const knownReferences = new Set(mentionsBefore.references.map(referenceKey));
  const knownAssets = new Set(mentionedAssetIds(mentionsBefore));
  const fresh = {
    references: mentions.references.filter((reference) => !knownReferences.has(referenceKey(reference))),
    assets: mentions.assets.filter(({ id }) => !knownAssets.has(id)),
  };
  // To who may not read an entry, it doesn't exist.
  const readable = new Map(
    [...dependencies.entries].filter(([, entry]) => ctx.reads?.includes(entry.collectionKey) ?? true),
  );
  const details = [
    ...checkMentions(fresh, readable, { trashed: true }),
    ...checkAssetsExist(fresh, dependencies.assets),
    ...(collection.tree ? await checkPageAbove(ctx, entry, fresh) : []),
  ];
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  if (!unique) return NO_UNIQUE_CHANGES;
  return claimUniqueValues(collection, entry, uniqueValues, dependencies.claims, [...prepared.changed.keys()]);
}

/** Refuses a page that a save moves below itself, or below too many others. Where it is published, all pages below count as well. */
async function checkPageAbove(
  { project, services }: ContentContext,
  { id }: { readonly id: string },
  { references }: Pick<Mentions, 'references'>,
): Promise<ErrorDetail[]> {
  const moved = references.find(({ path }) => path[0] === PARENT);
  if (!moved) return [];
  const above = await loadPagesAbove(services.database.pool, project.id, moved.id);
  const path = ['values', moved.locale, PARENT];
  if (above.includes(id)) return [{ path, message: 'A page cannot be below itself.' }];
  return above.length < MOST_LEVELS ? [] : [{ path, message: `Pages can be at most ${MOST_LEVELS} levels deep.` }];
}

/** Identifies a mention by the entry and the collections that its field accepts. */
function referenceKey({ id, collections }: Mentions['references'][number]): string {
  return JSON.stringify([id, collections]);
}
