import type { Pool } from 'pg';
import { int, text } from '../../platform/database/row.ts';
import { query, sql } from '../../platform/database/sql.ts';
import type { AssetTags } from './asset-tags.schemas.ts';

/** Assets that are looked at. */
const LOOKED_AT = 1000;
const MOST_TAGS = 200;

/** The tags of the assets with tags that changed last, each with its number of them; those in the trash count too. */
export function loadUsedTags(pool: Pool, projectId: string): Promise<AssetTags['data']> {
  return query(
    pool,
    sql`SELECT t.value, count(*)::int AS assets
      FROM (SELECT a.tags FROM assets a WHERE a.project_id = ${projectId} AND a.tags <> '{}'
        ORDER BY a.updated_at DESC LIMIT ${LOOKED_AT}) a
      CROSS JOIN LATERAL unnest(a.tags) AS t(value)
      GROUP BY t.value ORDER BY assets DESC, t.value LIMIT ${MOST_TAGS}`,
    { value: text, assets: int },
  );
}
