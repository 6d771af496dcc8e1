import type { Pool } from 'pg';
import { int, text } from '../../../platform/database/row.ts';
import { query, sql } from '../../../platform/database/sql.ts';
import type { UsedValues, UsedValuesInput } from './used-values.schemas.ts';

/** Entries that are looked at, of each status. */
const LOOKED_AT = 300;
const MOST_VALUES = 100;
/** Longer texts are no tags. */
const MOST_CHARACTERS = 100;

/** The texts in a list of the drafts that changed last, from an index of theirs; each with its number of entries. */
export function loadUsedValues(
  pool: Pool,
  { projectId, collection, field, locale }: UsedValuesInput,
): Promise<UsedValues['data']> {
  return query(
    pool,
    sql`SELECT t.value, count(DISTINCT e.id)::int AS entries
      FROM (VALUES ('draft', false), ('published', false), ('published', true)) AS s(status, changed)
      CROSS JOIN LATERAL (
        SELECT id FROM entries
        WHERE project_id = ${projectId} AND collection_key = ${collection} AND status = s.status AND changed = s.changed
        ORDER BY updated_at DESC, id DESC LIMIT ${LOOKED_AT}
      ) AS e
      JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${locale}
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      CROSS JOIN LATERAL jsonb_array_elements_text(
        CASE jsonb_typeof(v.values -> ${field}::text) WHEN 'array' THEN v.values -> ${field}::text ELSE '[]'::jsonb END
      ) AS t(value)
      WHERE t.value <> '' AND length(t.value) <= ${MOST_CHARACTERS}
      GROUP BY t.value ORDER BY entries DESC, t.value LIMIT ${MOST_VALUES}`,
    { value: text, entries: int },
  );
}
