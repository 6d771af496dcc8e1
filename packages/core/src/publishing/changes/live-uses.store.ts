import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { query, sql } from '../../platform/database/sql.ts';

/** Published content that uses an asset, with the values that it was made of. */
export interface LiveUse {
  readonly entryId: string;
  readonly locale: string;
  readonly collectionKey: string;
  /** The schema that the values keep to. */
  readonly conformsTo: number;
  readonly contentHash: string;
  readonly values: LocaleValues;
}

/** All published content of a project that uses one of some assets. */
export async function loadLiveUses(pool: Pool, projectId: string, assetIds: readonly string[]): Promise<LiveUse[]> {
  const rows = await query<{
    entry_id: string;
    locale: string;
    collection_key: string;
    conforms_to: number;
    content_hash: string;
    values: LocaleValues | null;
  }>(
    pool,
    sql`SELECT l.entry_id, l.locale, l.collection_key, l.conforms_to, l.content_hash, ${LIVE_VALUES} AS values
      FROM publications l WHERE l.project_id = ${projectId} AND l.assets <> '{}' AND l.assets && ${assetIds}::text[]
        AND l.until_seq IS NULL
      ORDER BY l.entry_id, l.locale`,
  );
  return rows.flatMap(({ values, ...row }) => {
    if (values === null) return [];
    return [
      {
        entryId: row.entry_id,
        locale: row.locale,
        collectionKey: row.collection_key,
        conformsTo: row.conforms_to,
        contentHash: row.content_hash,
        values,
      },
    ];
  });
}
