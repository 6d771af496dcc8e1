import { findCollection, findIssues, renderValues, type SchemaDocument, sortKeyOf } from '@stele/schema';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { type ErrorDetail, ErrorDetails } from '../platform/error-details.ts';

import type { LocaleValues } from './draft-values.ts';
import { checkMentions, mentionedIds, mentionsIn } from './mentions.ts';
import type { MentionedEntry, Neighbours } from './surroundings.store.ts';
import { checkHeld } from './unique-values.ts';

/** What goes live of an entry in one locale. */
export interface NewContent {
  readonly valuesHash: string;
  readonly contentHash: string;
  readonly sortKey: string;
  readonly values: Readonly<Record<string, Json>>;
  /** Canonical JSON of the values as served. */
  readonly json: string;
  /** Ids of the entries that the values mention. */
  readonly refersTo: readonly string[];
}

/** One locale's values of an entry. */
export interface LocaleContent {
  readonly collectionKey: string;
  readonly values: LocaleValues;
  readonly valuesHash: string;
  /** Place in a collection that is ordered by hand. */
  readonly position: string;
}

/**
 * What goes live of a locale's values: as they're served, and where they stand among the others.
 *
 * @param mentioned the entries that the values refer to
 */
export function renderContent(
  schema: SchemaDocument | null,
  { collectionKey, values, valuesHash, position }: LocaleContent,
  mentioned: ReadonlyMap<string, MentionedEntry>,
): NewContent {
  const collection = findCollection(schema, collectionKey);
  const shown = renderForReaders(schema, { collectionKey, values }, mentioned);
  const json = canonicalJson(shown);
  return {
    values: shown,
    valuesHash,
    contentHash: sha256(json),
    json,
    refersTo: mentionedIds(mentionsIn(collection, [['', values]])),
    sortKey: collection ? sortKeyOf(collection, values, position) : '',
  };
}

/** A locale's values as they're served. */
export function renderForReaders(
  schema: SchemaDocument | null,
  { collectionKey, values }: Pick<LocaleContent, 'collectionKey' | 'values'>,
  mentioned: ReadonlyMap<string, MentionedEntry>,
): LocaleValues {
  const collection = findCollection(schema, collectionKey);
  return collection ? renderValues(collection, values, resolverOf(mentioned)) : values;
}

/**
 * What keeps a locale's values of an entry from being published, as details of an error; without `held`, whether other entries have
 * its unique values isn't looked at.
 */
export function checkPublishable(
  schema: SchemaDocument | null,
  locale: string,
  { entryId, collectionKey, values }: Pick<LocaleContent, 'collectionKey' | 'values'> & { readonly entryId: string },
  {
    mentioned,
    held,
  }: {
    readonly mentioned: ReadonlyMap<string, MentionedEntry>;
    readonly held: Neighbours['held'] | null;
  },
): ErrorDetail[] {
  if (!schema) return [];
  const collection = findCollection(schema, collectionKey);
  if (!collection) return [{ path: ['collection_key'], message: `The schema has no collection "${collectionKey}".` }];
  const details = new ErrorDetails();
  const { issues, more } = findIssues(collection, values, 'publish');
  for (const { path, message } of issues) details.add({ path: ['values', locale, ...path], message });
  details.count(more);
  details.addAll(checkMentions(mentionsIn(collection, [[locale, values]]), mentioned, { trashed: false }));
  if (held) details.addAll(checkHeld(collection, locale, values, held.get(entryId)));
  return details.list();
}

function resolverOf(mentioned: ReadonlyMap<string, MentionedEntry>) {
  return {
    collectionOf: (id: string) => mentioned.get(id)?.collectionKey ?? null,
    asset: () => null,
  };
}
