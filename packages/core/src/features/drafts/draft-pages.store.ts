import type { LocaleValues } from '../../content/draft-values.ts';
import { json, nullable, text } from '../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';

/** An entry's draft in a locale, as far as the page of another one may name it. */
export interface NamedDraft {
  readonly id: string;
  readonly collectionKey: string;
  readonly values: LocaleValues;
}

/** Drafts of entries in a locale, outside of the trash. */
export function loadNamedDrafts(
  on: Queryable,
  projectId: string,
  locale: string,
  ids: readonly string[],
): Promise<NamedDraft[]> {
  return query(
    on,
    sql`SELECT e.id, e.collection_key AS "collectionKey", v.values
      FROM entries e JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${locale}
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::text[]) AND e.trashed_at IS NULL`,
    { id: text, collectionKey: text, values: json<LocaleValues>() },
  );
}

/** A text that changes when a draft changes on which the pages of others depend. */
export async function stateOfPages(
  on: Queryable,
  projectId: string,
  locale: string,
  named: ReadonlyMap<string, readonly string[]>,
): Promise<string> {
  const fields = [...new Set([...named.values()].flat())];
  const [row] = await query(
    on,
    sql`SELECT md5(string_agg(e.id || ' ' || (SELECT jsonb_agg(v.values -> f ORDER BY f)::text FROM unnest(${fields}::text[]) f), ','
        ORDER BY e.id)) AS state
      FROM entries e JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${locale}
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      WHERE e.project_id = ${projectId} AND e.collection_key = ANY(${[...named.keys()]}::text[]) AND e.trashed_at IS NULL`,
    { state: nullable(text) },
  );
  return row?.state ?? '';
}
