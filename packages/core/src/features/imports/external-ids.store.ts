import { text } from '../../platform/database/row.ts';
import { type Queryable, query, rowsOf, sql } from '../../platform/database/sql.ts';
import type { ImportedLine } from './imports.schemas.ts';

type Name = Pick<ImportedLine, 'collection_key' | 'external_id'>;

/** A text that names one entry of a project. */
export function lineName({ collection_key, external_id }: Name): string {
  return JSON.stringify([collection_key, external_id]);
}

/** The ids of the entries with some external ids, also of those in the trash, by `lineName`. */
export async function findByExternalIds(
  on: Queryable,
  projectId: string,
  names: readonly Name[],
): Promise<Map<string, string>> {
  const listed = rowsOf('n', names, {
    collection_key: ['text', (one) => one.collection_key],
    external_id: ['text', (one) => one.external_id],
  });
  const rows = await query(
    on,
    sql`SELECT e.id, e.collection_key, e.external_id FROM ${listed} JOIN entries e ON e.project_id = ${projectId}
      AND e.collection_key = n.collection_key AND e.external_id = n.external_id`,
    { id: text, collection_key: text, external_id: text },
  );
  return new Map(rows.map((row) => [lineName(row), row.id]));
}
