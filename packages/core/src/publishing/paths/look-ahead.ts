import {
  findCollection,
  type MovedPath,
  movedPaths,
  PageSearch,
  pageKey,
  pathFields,
  type SchemaDocument,
} from '@stele/schema';
import type { Pool } from 'pg';
import type { ValuesByLocale } from '../../content/draft-values.ts';
import { schemaHasPages } from '../../content/live-pages.store.ts';
import { mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import type { ApiError } from '../../platform/errors.ts';
import { KnownPlaces, type Place } from './known-places.ts';
import { pageError } from './page-errors.ts';

/** The pages that move when values of an entry are published, or why they can't be. */
export async function lookAhead(
  pool: Pool,
  projectId: string,
  schema: SchemaDocument | null,
  { id: entryId, collectionKey }: { readonly id: string; readonly collectionKey: string },
  values: ValuesByLocale,
): Promise<{ readonly moved: readonly MovedPath[]; readonly error: ApiError | null }> {
  if (!schema || !schemaHasPages(schema)) return { moved: [], error: null };
  const places = new KnownPlaces(pool, projectId);
  await places.load([entryId]);
  const change = new Map<string, Place>();
  for (const [locale, own] of values) {
    const refersTo = mentionedIds(publishedMentionsIn(findCollection(schema, collectionKey), [[locale, own]]));
    const place = { entryId, locale, collectionKey, conformsTo: 0, contentHash: '', refersTo, values: own, page: null };
    change.set(pageKey(entryId, locale), place);
  }
  places.begin(change);
  const { pages, refused } = await new PageSearch(schema, pathFields(schema), places, false).run([...change.keys()]);
  const own = refused.get(entryId);
  return { moved: movedPaths(pages, places), error: own ? pageError(own) : null };
}
