import {
  type AssetMention,
  assetsIn,
  type CollectionDocument,
  findCollection,
  type ReferenceMention,
  referencesIn,
  type SchemaDocument,
} from '@stele/schema';
import type { ErrorDetail } from '../errors.ts';
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
  const details = mentions.references.flatMap(({ locale, path, id, collections }): ErrorDetail[] => {
    const found = entries.get(id);
    const place = ['values', locale, ...path];
    if (!found) return [{ path: place, message: `There is no entry ${id}.` }];
    if (collections && !collections.includes(found.collectionKey)) {
      const message = `${id} is of the collection ${found.collectionKey}. This takes: ${collections.join(', ')}.`;
      return [{ path: place, message }];
    }
    return found.trashed && !trashed ? [{ path: place, message: `The entry ${id} is in the trash.` }] : [];
  });
  for (const { locale, path, id } of mentions.assets) {
    details.push({ path: ['values', locale, ...path], message: `There is no asset ${id}.` });
  }
  return details;
}
