import { type FieldShape, fieldKind, type SchemaDocument } from '@stele/schema';
import { titleQuery } from '@stele/search';
import { text } from '../../../platform/database/row.ts';
import { emptySql, query, sql } from '../../../platform/database/sql.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryFilter } from './entry-filters.store.ts';

/** An entry that others refer to, found by its title. */
export interface ReferredEntry {
  readonly id: string;
  readonly collection_key: string;
  readonly title: string;
}

/** How many entries a search goes on from. */
const MOST_REFERRED = 50;
/** How many drafts with its words are looked at: of a frequent word, most are of entries that no field refers to. */
const MOST_LOOKED_AT = 2000;

/**
 * Entries outside of the trash whose titles have all words of a search, of the collections that fields refer to and that the caller
 * may read; 50 at most.
 *
 * @param from the collection whose fields count; null for all
 */
export async function findReferred(
  { services, project, reads }: ProjectContext,
  search: string,
  schema: SchemaDocument | null,
  from: string | null,
): Promise<ReferredEntry[]> {
  const wanted = titleQuery(project.id, search);
  const fields = (schema?.collections ?? [])
    .filter(({ key }) => from === null || key === from)
    .flatMap((one) => one.fields);
  const targets = [...new Set(fields.flatMap(targetsOf))];
  const readable = targets.filter((key) => reads?.includes(key) ?? true);
  if (wanted === null || readable.length === 0) return [];
  // The subquery hides the search from the planner, as in `searchFilter`.
  return query(
    services.database.pool,
    sql`SELECT e.id, e.collection_key, e.title FROM (
        SELECT DISTINCT d.entry_id FROM (SELECT d.entry_id FROM entry_drafts d
          WHERE d.search @@ (SELECT ${wanted}::tsquery) LIMIT ${MOST_LOOKED_AT}) d) f
      CROSS JOIN LATERAL (SELECT e.id, e.collection_key, e.title FROM entries e WHERE e.id = f.entry_id
        AND e.project_id = ${project.id} AND e.collection_key = ANY(${readable}) AND e.status <> 'trashed' OFFSET 0) e
      LIMIT ${MOST_REFERRED}`,
    { id: text, collection_key: text, title: text },
  );
}

/** The collections that a field refers to, also within objects, lists and blocks. */
function targetsOf(shape: FieldShape): readonly string[] {
  const inner = fieldKind(shape.type).nesting?.shapes(shape) ?? [];
  const own = 'collections' in shape ? (shape.collections ?? []) : [];
  return [...own, ...inner.flatMap((one) => ('fields' in one ? one.fields.flatMap(targetsOf) : targetsOf(one.shape)))];
}

/**
 * Entries with a draft that refers to one of some others.
 *
 * @param locale of the draft; null for any
 */
export function referringFilter(ids: readonly string[], locale: string | null): EntryFilter {
  const inLocale = locale === null ? emptySql : sql`AND d.locale = ${locale}`;
  return {
    matches: sql`SELECT d.entry_id FROM entry_drafts d WHERE d.refers_to && (SELECT ${ids}::text[]) ${inLocale}`,
    holds: (entryId) => sql`(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND (d.refers_to && ${ids}::text[]) IS TRUE ${inLocale} LIMIT 1)`,
  };
}
