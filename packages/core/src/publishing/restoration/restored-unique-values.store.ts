import { findCollection, type SchemaDocument, type UniqueValue } from '@stele/schema';
import type { LocaleValues } from '../../content/draft-values.ts';
import { uniqueValuesOf } from '../../content/unique-values.ts';
import { type Connection, execute, query, sql } from '../../platform/database/sql.ts';
import type { ProjectLiveState } from '../model.ts';
import { LIVE_VALUES } from './live-values.store.ts';

/** Writes the unique values of what's restored anew. They win over other entries' drafts, which then can't be published. */
export async function claimRestoredValues(tx: Connection, { id, schema }: ProjectLiveState): Promise<void> {
  const collections = uniqueCollections(schema);
  if (collections.length === 0) return;
  const rows = await query<{
    entry_id: string;
    collection_key: string;
    locale: string;
    draft: LocaleValues | null;
    live: LocaleValues | null;
  }>(
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
  );
  const claims = new Map<
    string,
    UniqueValue & { collection: string; entryId: string; draft: boolean; live: boolean }
  >();
  for (const kind of ['live', 'draft'] as const) {
    for (const row of rows) {
      const values = row[kind];
      if (!values) continue;
      for (const value of uniqueValuesOf(findCollection(schema, row.collection_key), [[row.locale, values]])) {
        const key = JSON.stringify([row.collection_key, value.field, value.locale, value.value]);
        const claim = claims.get(key) ?? {
          ...value,
          collection: row.collection_key,
          entryId: row.entry_id,
          draft: false,
          live: false,
        };
        if (claim.entryId === row.entry_id) claims.set(key, { ...claim, [kind]: true });
      }
    }
  }
  const all = [...claims.values()];
  await execute(tx, sql`DELETE FROM unique_values v USING restored_entries a WHERE v.entry_id = a.entry_id`);
  await execute(
    tx,
    sql`INSERT INTO unique_values AS u (project_id, collection_key, field, locale, value, entry_id, draft, live)
      SELECT ${id}, * FROM unnest(${all.map((c) => c.collection)}::text[], ${all.map((c) => c.field)}::text[],
        ${all.map((c) => c.locale)}::text[], ${all.map((c) => c.value)}::text[], ${all.map((c) => c.entryId)}::text[],
        ${all.map((c) => c.draft)}::boolean[], ${all.map((c) => c.live)}::boolean[])
      ON CONFLICT (project_id, collection_key, field, locale, value) DO UPDATE
        SET entry_id = excluded.entry_id, draft = excluded.draft, live = true
        WHERE excluded.live AND NOT u.live`,
  );
}

function uniqueCollections(schema: SchemaDocument | null): string[] {
  return (schema?.collections ?? [])
    .filter(({ singleton, fields }) => singleton || fields.some(({ unique }) => unique))
    .map(({ key }) => key);
}
