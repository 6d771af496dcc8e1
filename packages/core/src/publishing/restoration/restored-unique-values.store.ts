import { findCollection } from '@stele/schema';
import type { LocaleValues } from '../../content/draft-values.ts';
import { hasUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { UniqueClaims } from '../../entries/unique-claims.ts';
import { overrideUnique } from '../../entries/unique-values.store.ts';
import { json, nullable, text } from '../../platform/database/row.ts';
import { type Connection, query, sql } from '../../platform/database/sql.ts';
import type { ProjectLiveState } from '../model.ts';

/** Writes the unique values of restored entries. They win over other entries' drafts, which then can't be published. */
export async function claimRestoredValues(tx: Connection, { id, schema }: ProjectLiveState): Promise<void> {
  const collections = (schema?.collections ?? []).filter(hasUniqueValues).map(({ key }) => key);
  if (collections.length === 0) return;
  const rows = await query(
    tx,
    sql`SELECT e.id AS entry_id, e.collection_key, x.locale, x.draft, x.live
      FROM entries e JOIN restored_entries a ON a.entry_id = e.id
      CROSS JOIN LATERAL (
        SELECT d.locale, (SELECT v.values FROM entry_values v WHERE v.entry_id = d.entry_id AND v.locale = d.locale
            AND v.version = d.version) AS draft, NULL::jsonb AS live
        FROM entry_drafts d WHERE d.entry_id = e.id
        UNION ALL
        SELECT l.locale, NULL::jsonb, ${LIVE_VALUES} FROM publications l
        WHERE l.project_id = ${id} AND l.entry_id = e.id AND l.until_seq IS NULL
      ) x
      WHERE e.project_id = ${id} AND e.collection_key = ANY(${collections}::text[]) AND e.trashed_at IS NULL`,
    {
      entry_id: text,
      collection_key: text,
      locale: text,
      draft: nullable(json<LocaleValues>()),
      live: nullable(json<LocaleValues>()),
    },
  );
  const claims = new UniqueClaims(() => undefined);
  for (const kind of ['live', 'draft'] as const) {
    for (const { entry_id: entryId, collection_key: key, locale, ...row } of rows) {
      const values = row[kind];
      if (!values) continue;
      const unique = uniqueValuesOf(findCollection(schema, key), [[locale, values]]);
      for (const value of unique) claims.claim(kind, entryId, key, value);
    }
  }
  await overrideUnique(tx, id, sql`restored_entries a`, [...claims.rows()]);
}
