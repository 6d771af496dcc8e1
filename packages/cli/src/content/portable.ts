import { createHash } from 'node:crypto';
import type { CollectionDocument, Json } from '@stele/schema';
import canonicalize from 'canonicalize';
import type { LocaleValues } from '../api.ts';
import { type EntryName, toFileReference } from './line.ts';
import { mapReferences } from './map-references.ts';

/** An entry's content: its drafts, and the published values. */
export interface Content {
  readonly values: LocaleValues;
  readonly live: LocaleValues;
}

/**
 * Content with the names of entries in place of their ids.
 *
 * @param collection null when the schema doesn't describe it: then the content stays as it is
 * @param nameOf null for an entry that is gone or in the trash: references to it are left out
 */
export function portableContent(
  collection: CollectionDocument | null,
  { values, live }: Content,
  nameOf: (id: string) => EntryName | null,
): Content {
  if (!collection) return { values, live };
  const replace = (reference: Json): Json | undefined => {
    if (typeof reference !== 'string' || !reference.startsWith('ent_')) return reference;
    const name = nameOf(reference);
    return name ? toFileReference(name) : undefined;
  };
  const portable = (byLocale: LocaleValues): LocaleValues =>
    Object.fromEntries(
      Object.entries(byLocale).map(([locale, own]) => [locale, mapReferences(collection, own, replace)]),
    );
  return { values: portable(values), live: portable(live) };
}

/** Says in a line what its entry said when it was exported: the digest of the drafts, and that of what was live. */
export function baseOf({ values, live }: Content): string {
  return `${digestOf(values)}.${digestOf(live)}`;
}

/** A short text that is the same for the same portable values. */
export function digestOf(values: LocaleValues): string {
  return createHash('sha256')
    .update(canonicalize(values) ?? '')
    .digest('base64url')
    .slice(0, 22);
}

export function isBase(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}\.[\w-]{22}$/.test(value);
}
