import { findCollection, type Json, type SchemaDocument } from '@stele/schema';
import canonicalize from 'canonicalize';
import type { EntryContent, LocaleValues } from '../api.ts';
import { toFileReference } from '../content/line.ts';
import { mapReferences } from '../content/map-references.ts';
import { externalIds, type Identified } from './external-ids.ts';

/** Lines of a content file, and what couldn't be put into them. */
interface ContentLines {
  readonly lines: readonly string[];
  /** References to entries that are gone or in the trash: they were left out. */
  readonly dangling: readonly string[];
}

/**
 * Entries as the lines of a content file, which are the same whenever the content is: canonical JSON, sorted by
 * collection and external id, without anything of the project that they're from.
 *
 * @param entries those to write
 * @param others all other entries outside the trash, to which references may lead
 * @param places entry id → place in a collection that is ordered by hand
 * @param schema null when none was pushed: then values are written as they are
 */
export function contentLines(
  entries: readonly EntryContent[],
  others: readonly Identified[],
  schema: SchemaDocument | null,
  places: ReadonlyMap<string, number> = new Map(),
): ContentLines {
  const ids = externalIds([...entries, ...others]);
  const collections = new Map([...entries, ...others].map(({ id, collection_key: key }) => [id, key]));
  const dangling: string[] = [];
  const written = entries.map(({ id, collection_key: collection, values, live_values: live }) => {
    const externalId = ids.get(id) ?? id;
    const definition = findCollection(schema, collection);
    const replace = (reference: Json): Json | undefined => {
      if (typeof reference !== 'string' || !reference.startsWith('ent_')) return reference;
      const target = collections.get(reference);
      if (target !== undefined) return toFileReference([target, ids.get(reference) ?? reference]);
      dangling.push(`${collection}/${externalId}`);
      return undefined;
    };
    const portable = (byLocale: LocaleValues): LocaleValues =>
      definition
        ? Object.fromEntries(
            Object.entries(byLocale).map(([locale, own]) => [locale, mapReferences(definition, own, replace)]),
          )
        : byLocale;
    const order = places.get(id);
    const line = {
      collection,
      external_id: externalId,
      values: portable(values),
      live: portable(live),
      ...(order !== undefined && { order }),
    };
    return { collection, externalId, text: canonicalize(line) ?? '' };
  });
  written.sort((a, b) => compare(a.collection, b.collection) || compare(a.externalId, b.externalId));
  return { lines: written.map(({ text }) => text), dangling };
}

/** Order of code units, which no machine's language changes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
