import {
  type AssetMention,
  assetsIn,
  type CollectionDocument,
  findCollection,
  type Path,
  type ReferenceMention,
  referencesIn,
  type SchemaDocument,
} from '@stele/schema';
import { type ErrorDetail, ErrorDetails } from '../platform/error-details.ts';
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

/** Ids of the entries that one locale's values mention, each once. */
export function refersTo(schema: SchemaDocument | null, collectionKey: string, values: LocaleValues): string[] {
  return mentionedIds(mentionsIn(findCollection(schema, collectionKey), [['', values]]));
}

/** Ids of the entries that are mentioned, each once. */
export function mentionedIds(mentions: Mentions): string[] {
  return [...new Set(mentions.references.map(({ id }) => id))];
}

/**
 * What's wrong with mentions: of entries that don't exist, or aren't of a collection that the field takes, or, unless
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
  for (const { locale, path, id } of mentions.assets) say(details, locale, path, () => `There is no asset ${id}.`);
  return details.list();
}

function problemOf(
  id: string,
  found: MentionedEntry | undefined,
  collections: readonly string[] | null,
  trashed: boolean,
): (() => string) | null {
  if (!found) return () => `There is no entry ${id}.`;
  if (collections && !collections.includes(found.collectionKey)) {
    return () => `${id} is of the collection ${found.collectionKey}. This takes: ${collections.join(', ')}.`;
  }
  return found.trashed && !trashed ? () => `The entry ${id} is in the trash.` : null;
}

function say(details: ErrorDetails, locale: string, path: Path, message: () => string): void {
  if (details.isFull) details.count(1);
  else details.add({ path: ['values', locale, ...path], message: message() });
}
