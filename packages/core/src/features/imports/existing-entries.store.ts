import { bool, list, text } from '../../platform/database/row.ts';
import { type Queryable, query, rowsOf, sql } from '../../platform/database/sql.ts';
import type { ImportedLine } from './imports.schemas.ts';

type Name = Pick<ImportedLine, 'collection_key' | 'external_id'>;

/** An entry that is there already, as an import has to know it. */
export interface ExistingEntry {
  readonly id: string;
  /** Whether an import changed its drafts last. */
  readonly imported: boolean;
  /** The locales that were live at some time. */
  readonly wasLiveIn: readonly string[];
}

/** A text that names one entry of a project. */
export function lineName({ collection_key, external_id }: Name): string {
  return JSON.stringify([collection_key, external_id]);
}

/** The entries with some external ids, also those in the trash, by `lineName`. */
export async function findByExternalIds(
  on: Queryable,
  projectId: string,
  names: readonly Name[],
): Promise<Map<string, ExistingEntry>> {
  const listed = rowsOf('n', names, {
    collection_key: ['text', (one) => one.collection_key],
    external_id: ['text', (one) => one.external_id],
  });
  const rows = await query(
    on,
    sql`SELECT e.id, e.collection_key, e.external_id,
        coalesce((SELECT v.imported FROM entry_versions v WHERE v.entry_id = e.id
          AND v.kind NOT IN ('publish', 'unpublish', 'delete', 'undelete', 'migrate')
          ORDER BY v.version DESC LIMIT 1), false) AS imported,
        ARRAY(SELECT DISTINCT unnest(v.locales) FROM entry_versions v
          WHERE v.entry_id = e.id AND v.kind = 'publish') AS was_live_in
      FROM ${listed} JOIN entries e ON e.project_id = ${projectId}
        AND e.collection_key = n.collection_key AND e.external_id = n.external_id`,
    { id: text, collection_key: text, external_id: text, imported: bool, was_live_in: list(text) },
  );
  return new Map(rows.map(({ was_live_in: wasLiveIn, ...row }) => [lineName(row), { ...row, wasLiveIn }]));
}
