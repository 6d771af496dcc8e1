import { findCollection, type SchemaDocument } from '@stele/schema';
import canonicalize from 'canonicalize';
import type { EntryContent } from '../api.ts';
import { entryNames, type Identified } from '../content/entry-names.ts';
import { baseOf, portableContent } from '../content/portable.ts';

/** Lines of a content file, and what couldn't be put into them. */
interface ContentLines {
  readonly lines: readonly string[];
  /** References to entries that are gone or in the trash: they were left out. */
  readonly dangling: readonly string[];
}

/**
 * Entries as the lines of a content file, which are the same whenever the content is: canonical JSON, sorted by
 * collection and external id, without anything of the project that they're from but the ids of entries that have no external id.
 *
 * @param entries the entries to write
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
  const names = entryNames([...entries, ...others]);
  const collections = new Map([...entries, ...others].map(({ id, collection_key: key }) => [id, key]));
  const dangling: string[] = [];
  const written = entries.map(({ id, collection_key: collection, values, live_values: live }) => {
    const externalId = names.get(id) ?? id;
    const content = portableContent(findCollection(schema, collection), { values, live }, (target) => {
      const key = collections.get(target);
      if (key !== undefined) return [key, names.get(target) ?? target];
      dangling.push(`${collection}/${externalId}`);
      return null;
    });
    const order = places.get(id);
    const line = {
      collection,
      external_id: externalId,
      ...content,
      base: baseOf(content),
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
