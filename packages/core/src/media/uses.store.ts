import { json, oneOf, type RowOf, text } from '../platform/database/row.ts';
import { emptySql, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { assetMediaPrefix } from './keys.ts';

/**
 * Query for the entries whose draft (outside of the trash) or published content uses an asset, each once. The rows of drafts and of
 * the ledger list the assets that their values use.
 */
export function usersOf(projectId: Sql, assetId: Sql): Sql {
  return sql`SELECT d.entry_id FROM (
      SELECT entry_id FROM entry_drafts WHERE assets <> '{}' AND assets @> ARRAY[${assetId}] OFFSET 0) d
    WHERE (SELECT true FROM entries e
      WHERE e.id = d.entry_id AND e.project_id = ${projectId} AND e.trashed_at IS NULL)
    UNION
    SELECT l.entry_id FROM (${liveUsesOf(projectId, assetId)} OFFSET 0) l`;
}

/** Condition: no entry uses an asset. It counts the entries, because with EXISTS the planner would read whole tables. */
export function isUnused(projectId: Sql, assetId: Sql): Sql {
  return sql`(SELECT count(*) FROM (${usersOf(projectId, assetId)}) u) = 0`;
}

/** Query for the ids of all used assets of a project, each once. */
export function usedAssets(projectId: string): Sql {
  return sql`SELECT unnest(d.assets) AS id FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
      WHERE e.project_id = ${projectId} AND e.trashed_at IS NULL AND d.assets <> '{}'
    UNION SELECT unnest(l.assets) FROM publications l
      WHERE l.project_id = ${projectId} AND l.assets <> '{}' AND l.until_seq IS NULL`;
}

function liveUsesOf(projectId: Sql, assetId: Sql): Sql {
  return sql`SELECT l.entry_id FROM publications l
    WHERE l.project_id = ${projectId} AND l.assets <> '{}' AND l.assets @> ARRAY[${assetId}] AND l.until_seq IS NULL`;
}

/** A field of an entry that uses an asset, in a locale. */
export interface FieldUse {
  readonly locale: string;
  readonly field: string;
  /** Whether the draft uses it there. */
  readonly draft: boolean;
  /** Whether the published content uses it there. */
  readonly live: boolean;
}

const ASSET_USER = {
  id: text,
  collectionKey: text,
  title: text,
  status: oneOf<'draft' | 'published' | 'trashed'>(),
  places: json<readonly FieldUse[]>(),
};

/** An entry that uses an asset. */
export type AssetUser = RowOf<typeof ASSET_USER>;

/** The entries that use an asset, by id, after another one. @param reads only entries of these collections; null for all */
export async function loadUsers(
  client: Queryable,
  projectId: string,
  assetId: string,
  {
    after,
    limit,
    reads,
  }: { readonly after: string | null; readonly limit: number; readonly reads: readonly string[] | null },
): Promise<AssetUser[]> {
  const ofAsset = (rows: Sql, draft: Sql): Sql => sql`SELECT r.locale, x.field, ${draft} AS draft
    FROM ${rows} r, unnest(r.assets, r.asset_fields) AS x(asset, field) WHERE x.asset = ${assetId} AND r.entry_id = e.id`;
  const readable = reads
    ? sql`AND (SELECT e.collection_key = ANY(${reads}) FROM entries e WHERE e.id = u.entry_id)`
    : emptySql;
  return query(
    client,
    sql`WITH users AS MATERIALIZED (${usersOf(sql`${projectId}`, sql`${assetId}::text`)}),
      page AS MATERIALIZED (SELECT u.entry_id FROM users u WHERE u.entry_id > ${after ?? ''} ${readable}
        ORDER BY u.entry_id LIMIT ${limit})
      SELECT e.id, e.collection_key AS "collectionKey", e.title, e.status, (
        SELECT json_agg(p ORDER BY p.locale, p.field) FROM (
          SELECT b.locale, b.field, bool_or(b.draft) AS draft, bool_or(NOT b.draft) AS live FROM (
            ${ofAsset(sql`entry_drafts`, sql`true`)}
            UNION ALL ${ofAsset(sql`publications`, sql`false`)} AND r.project_id = ${projectId} AND r.until_seq IS NULL
          ) b GROUP BY b.locale, b.field) p) AS places
      FROM page JOIN entries e ON e.id = page.entry_id ORDER BY e.id`,
    ASSET_USER,
  );
}

/**
 * The keys of assets' files that published content and kept snapshots use, including snapshots that ended so recently that
 * websites may still be built from them. Purges and sweeps must not remove these files.
 *
 * @returns asset → keys of its files; other assets are missing
 */
export async function findKeptMedia(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // The sweep only removes rows of the ledger that are in no such snapshot.
  const rows = await query(
    client,
    sql`WITH shown AS MATERIALIZED (
        SELECT DISTINCT l.content_hash FROM publications l
        WHERE l.project_id = ${projectId} AND l.assets <> '{}' AND l.assets && ${assetIds}::text[])
      SELECT DISTINCT m.path[1] AS asset, m.path[2] AS file
      FROM shown s JOIN contents c ON c.project_id = ${projectId} AND c.hash = s.content_hash
        CROSS JOIN LATERAL regexp_matches(c.json, '\\.\\./\\.\\./media/(ast_[0-9a-z]+)/([0-9a-f]{24}/[A-Za-z0-9.-]+)', 'g')
          AS m(path)
      WHERE m.path[1] = ANY(${assetIds}::text[])`,
    { asset: text, file: text },
  );
  const kept = new Map<string, Set<string>>();
  for (const { asset, file } of rows) {
    const keys = kept.get(asset) ?? new Set();
    kept.set(asset, keys.add(`${assetMediaPrefix(projectId, asset)}${file}`));
  }
  return kept;
}
