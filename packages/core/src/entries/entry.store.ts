import type { Json } from '@stele/snapshot';
import type { Actor } from '../platform/actor.ts';
import { execute, joinSql, type Queryable, query, queryPrepared, type Sql, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import { type AssetUseColumns, toAssetUses } from './asset-uses.ts';
import type { DraftState, EntryRecord, LiveState } from './entry.ts';
import { LIVE_VALUES, ofLiveValues } from './live-values.store.ts';

/** Which values are read along with entries. */
export interface IncludedValues {
  readonly draft: boolean;
  /** The values, as drafts hold them, of which what is live was made; or only those that aren't the draft's. */
  readonly live: boolean | 'apart';
}

/** Columns of an entry `e`. */
export function entryColumns(include: IncludedValues): Sql {
  const draftValues = include.draft
    ? sql`(SELECT v.values FROM entry_values v
        WHERE v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version)`
    : sql`'{}'::jsonb`;
  const liveValues = include.live ? sql`CASE WHEN ${isIncluded(include)} THEN ${LIVE_VALUES} END` : sql`NULL`;
  return sql`e.id, e.project_id, e.collection_key, e.external_id, e.version, e.values_version, e.title, e.position, e.order_key,
  e.created_at, e.created_by, e.updated_at, e.updated_by, e.trashed_at,
  (SELECT json_agg(json_build_object('locale', d.locale, 'version', d.version, 'values_hash', d.values_hash,
      'refers_to', d.refers_to, 'assets', d.assets, 'asset_fields', d.asset_fields, 'values', ${draftValues}) ORDER BY d.locale)
    FROM entry_drafts d WHERE d.entry_id = e.id) AS drafts,
  (SELECT json_agg(json_build_object('locale', l.locale, 'collection', l.collection_key, 'version', l.version,
      'schema_version', l.schema_version, 'conforms_to', l.conforms_to,
      'values_hash', l.values_hash,
      'content_hash', l.content_hash, 'sort_key', l.sort_key, 'published_at', l.published_at,
      'assets', l.assets, 'asset_fields', l.asset_fields, 'values', ${liveValues}))
    FROM publications l WHERE l.project_id = e.project_id AND l.entry_id = e.id AND l.until_seq IS NULL) AS live`;
}

/** How many bytes the values hold that `entryColumns` reads along with an entry `e`. */
export function includedBytes(include: IncludedValues): Sql {
  const parts = [sql`0`];
  if (include.draft) {
    parts.push(sql`(SELECT coalesce(sum(v.bytes), 0) FROM entry_drafts d JOIN entry_values v
        ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version WHERE d.entry_id = e.id)`);
  }
  if (include.live) {
    parts.push(sql`(SELECT coalesce(sum(${ofLiveValues(sql`v.bytes`)}), 0)
        FROM publications l WHERE l.project_id = e.project_id AND l.entry_id = e.id AND l.until_seq IS NULL
          AND ${isIncluded(include)})`);
  }
  return joinSql(parts, ' + ');
}

/** Whether the values of what is live, a row `l`, are read. */
function isIncluded({ live }: IncludedValues): Sql {
  return live === 'apart'
    ? sql`NOT EXISTS (SELECT FROM entry_drafts d
        WHERE d.entry_id = l.entry_id AND d.locale = l.locale AND d.values_hash = l.values_hash)`
    : sql`true`;
}

const ENTRY_WITH_DRAFTS = entryColumns({ draft: true, live: false });

/** A row of `entryColumns`. */
export interface EntryRow {
  id: string;
  project_id: string;
  collection_key: string;
  external_id: string | null;
  version: number;
  values_version: number;
  title: string;
  position: string;
  order_key: string;
  created_at: Date;
  created_by: Actor;
  updated_at: Date;
  updated_by: Actor;
  trashed_at: Date | null;
  drafts:
    | (AssetUseColumns & {
        locale: string;
        version: number;
        values_hash: string;
        refers_to: string[];
        values: Record<string, Json>;
      })[]
    | null;
  live:
    | (AssetUseColumns & {
        locale: string;
        collection: string;
        version: number;
        schema_version: number;
        conforms_to: number;
        values_hash: string;
        content_hash: string;
        sort_key: string;
        published_at: string;
        values: Record<string, Json> | null;
      })[]
    | null;
}

/** Entries with all their drafts and live locales, in one statement. Those that don't exist are left out. */
export async function loadEntries(
  client: Queryable,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, EntryRecord>> {
  const rows = await query<EntryRow>(
    client,
    sql`SELECT ${ENTRY_WITH_DRAFTS} FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds})`,
  );
  return new Map(rows.map((row) => [row.id, toEntryRecord(row)]));
}

/** Keeps others from changing entries until the transaction ends; in one order, so that nobody waits for each other. */
export async function lockEntries(client: Queryable, projectId: string, entryIds: readonly string[]): Promise<void> {
  await execute(
    client,
    sql`SELECT id FROM entries WHERE project_id = ${projectId} AND id = ANY(${entryIds}) ORDER BY id FOR UPDATE`,
  );
}

/** How many bytes of JSON the drafts of some entries hold together. */
export async function sumDraftBytes(
  client: Queryable,
  projectId: string,
  entryIds: readonly string[],
): Promise<number> {
  const rows = await query<{ bytes: string }>(
    client,
    sql`SELECT coalesce(sum(v.bytes), 0) AS bytes FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds})`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** One entry. @throws ApiError `entry.not_found` */
export async function getEntryInProject(pool: Queryable, projectId: string, entryId: string): Promise<EntryRecord> {
  // Prepared, since planning it costs more than running it.
  const rows = await queryPrepared<EntryRow>(
    pool,
    sql`SELECT ${ENTRY_WITH_DRAFTS} FROM entries e WHERE e.project_id = ${projectId} AND e.id = ${entryId}`,
  );
  if (!rows[0]) throw new ApiError('entry.not_found');
  return toEntryRecord(rows[0]);
}

/** Field paths that versions after `since` changed, each once: the first ones of them, `[locale, field]`, and how many. */
export async function loadChangedPaths(
  pool: Queryable,
  projectId: string,
  entryId: string,
  since: number,
  most: number,
): Promise<{ readonly paths: [string, string][]; readonly count: number }> {
  const rows = await query<{ path: [string, string]; count: number }>(
    pool,
    sql`SELECT path, (count(*) OVER ())::int AS count FROM (
      SELECT DISTINCT path
      FROM entries e JOIN entry_versions v ON v.entry_id = e.id, jsonb_array_elements(v.changed_paths) AS path
      WHERE e.id = ${entryId} AND e.project_id = ${projectId} AND v.version > ${since}) changed ORDER BY path LIMIT ${most}`,
  );
  return { paths: rows.map((row) => row.path), count: rows[0]?.count ?? 0 };
}

export function toEntryRecord(row: EntryRow): EntryRecord {
  const drafts = (row.drafts ?? []).map((draft): [string, DraftState] => [
    draft.locale,
    { version: draft.version, valuesHash: draft.values_hash, values: draft.values },
  ]);
  const live = (row.live ?? []).map((publication): [string, LiveState] => [
    publication.locale,
    {
      collectionKey: publication.collection,
      schemaVersion: publication.schema_version,
      conformsTo: publication.conforms_to,
      version: publication.version,
      valuesHash: publication.values_hash,
      contentHash: publication.content_hash,
      sortKey: publication.sort_key,
      publishedAt: new Date(publication.published_at),
      assetUses: toAssetUses(publication),
    },
  ]);
  return {
    id: row.id,
    projectId: row.project_id,
    collectionKey: row.collection_key,
    externalId: row.external_id,
    version: row.version,
    valuesVersion: row.values_version,
    title: row.title,
    position: row.position,
    orderKey: row.order_key,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    trashedAt: row.trashed_at,
    drafts: new Map(drafts),
    draftMentions: new Map(
      (row.drafts ?? []).map((draft) => [draft.locale, { refersTo: draft.refers_to, assetUses: toAssetUses(draft) }]),
    ),
    live: new Map(live),
    liveValues: new Map((row.live ?? []).flatMap(({ locale, values }) => (values ? [[locale, values]] : []))),
  };
}
