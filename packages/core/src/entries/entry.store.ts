import type { Json } from '@stele/snapshot';
import type { Mentioned } from '../content/mentions.ts';
import type { Actor } from '../platform/actor.ts';
import { bigint, int, json, list, nullable, type RowOf, text, timestamp } from '../platform/database/row.ts';
import { joinSql, type Queryable, query, queryPrepared, type Sql, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import { type AssetUseColumns, toAssetUses } from './asset-uses.ts';
import type { DraftState, EntryRecord, LiveState, ReviewState } from './entry.ts';
import { LIVE_VALUES, ofLiveValues } from './live-values.store.ts';

type StoredValues = Record<string, Json>;

/** A draft as `entryColumns` reads it. */
type DraftColumns = AssetUseColumns &
  Omit<DraftState, 'values'> & { locale: string; refersTo: string[]; values: StoredValues };

/** The published content of a locale as `entryColumns` reads it. */
type LiveColumns = AssetUseColumns &
  Omit<LiveState, 'publishedAt' | 'assetUses'> & { locale: string; publishedAt: string; values: StoredValues | null };

/** Types of the columns in `entryColumns`. */
export const ENTRY_ROW = {
  id: text,
  projectId: text,
  collectionKey: text,
  externalId: nullable(text),
  version: int,
  valuesVersion: int,
  title: text,
  titleKey: nullable(text),
  position: text,
  orderKey: text,
  createdAt: timestamp,
  createdBy: json<Actor>(),
  updatedAt: timestamp,
  updatedBy: json<Actor>(),
  trashedAt: nullable(timestamp),
  wasLiveIn: list(text),
  review: nullable(json<ReviewState>()),
  drafts: nullable(json<DraftColumns[]>()),
  live: nullable(json<LiveColumns[]>()),
};

export type EntryRow = RowOf<typeof ENTRY_ROW>;

/** The values to read together with entries. */
export interface IncludedValues {
  readonly draft: boolean;
  /** Draft values from which the published content was rendered; `apart`: only if they differ from the draft. */
  readonly live: boolean | 'apart';
}

/** Columns of an entry `e`, as `ENTRY_ROW` has them. */
export function entryColumns(include: IncludedValues): Sql {
  return sql`e.id, e.project_id AS "projectId", e.collection_key AS "collectionKey", e.external_id AS "externalId",
    e.version, e.values_version AS "valuesVersion", e.title, e.title_key AS "titleKey", e.position,
    e.order_key AS "orderKey", e.created_at AS "createdAt", e.created_by AS "createdBy", e.updated_at AS "updatedAt",
    e.updated_by AS "updatedBy", e.trashed_at AS "trashedAt", (${WAS_LIVE_IN}) AS "wasLiveIn", (${REVIEW}) AS review, (${draftsOf(include)}) AS drafts,
    (${liveOf(include)}) AS live`;
}

/** The locales that left the site when an entry `e` went to the trash: none for one that isn't there. */
const WAS_LIVE_IN = sql`CASE WHEN e.trashed_at IS NULL THEN '{}' ELSE coalesce((SELECT v.locales FROM entry_versions v
    WHERE v.entry_id = e.id AND v.kind = 'delete' ORDER BY v.version DESC LIMIT 1), '{}') END`;

/** The review of an entry `e`, with its assignee who is still a member. */
const REVIEW = sql`SELECT json_build_object('state', r.state, 'approvedVersion', r.approved_version, 'approved', r.approved,
    'movedAt', r.moved_at, 'movedBy', r.moved_by, 'note', r.note, 'dueOn', r.due_on,
    'assignee', (SELECT json_build_object('id', u.id, 'name', u.name) FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.project_id = e.project_id AND m.user_id = r.assignee_id))
  FROM entry_reviews r WHERE r.entry_id = e.id`;

/** The drafts of an entry `e` as a list, one for each locale; without their values, `{}`. */
function draftsOf({ draft }: IncludedValues): Sql {
  const values = sql`SELECT v.values FROM entry_values v
    WHERE v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version`;
  return sql`SELECT json_agg(json_build_object('locale', d.locale, 'version', d.version, 'valuesHash', d.values_hash,
      'refersTo', d.refers_to, 'assets', d.assets, 'asset_fields', d.asset_fields,
      'uncheckedFields', coalesce(d.machine_fields, '{}'),
      'values', ${draft ? sql`(${values})` : sql`'{}'::jsonb`}) ORDER BY d.locale)
    FROM entry_drafts d WHERE d.entry_id = e.id`;
}

/** The open ledger rows of an entry `e` as a list, one for each live locale; without their values, null. */
function liveOf(include: IncludedValues): Sql {
  return sql`SELECT json_agg(json_build_object('locale', l.locale, 'collectionKey', l.collection_key,
      'version', l.version, 'schemaVersion', l.schema_version, 'conformsTo', l.conforms_to,
      'valuesHash', l.values_hash, 'contentHash', l.content_hash, 'sortKey', l.sort_key,
      'publishedAt', l.published_at, 'assets', l.assets, 'asset_fields', l.asset_fields,
      'values', ${include.live ? sql`CASE WHEN ${isIncluded(include)} THEN ${LIVE_VALUES} END` : sql`NULL`}))
    FROM publications l WHERE l.project_id = e.project_id AND l.entry_id = e.id AND l.until_seq IS NULL`;
}

/** Number of bytes of the values that `entryColumns` reads of an entry `e`. */
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

/** Condition: the values of a ledger row `l` are included. */
function isIncluded({ live }: IncludedValues): Sql {
  return live === 'apart'
    ? sql`NOT EXISTS (SELECT FROM entry_drafts d
        WHERE d.entry_id = l.entry_id AND d.locale = l.locale AND d.values_hash = l.values_hash)`
    : sql`true`;
}

const ENTRY_WITH_DRAFTS = entryColumns({ draft: true, live: false });

/** Entries with all their drafts and live locales, in one statement. Missing entries are left out. */
export async function loadEntries(
  client: Queryable,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, EntryRecord>> {
  const rows = await query(
    client,
    sql`SELECT ${ENTRY_WITH_DRAFTS} FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds})`,
    ENTRY_ROW,
  );
  return new Map(rows.map((row) => [row.id, toEntryRecord(row)]));
}

/** Total bytes of JSON in the drafts of some entries. */
export async function sumDraftBytes(
  client: Queryable,
  projectId: string,
  entryIds: readonly string[],
): Promise<number> {
  const rows = await query(
    client,
    sql`SELECT coalesce(sum(v.bytes), 0) AS bytes FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds})`,
    { bytes: bigint },
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** One entry. @throws ApiError `entry.not_found` */
export async function getEntryInProject(pool: Queryable, projectId: string, entryId: string): Promise<EntryRecord> {
  // Prepared, because planning it takes longer than running it.
  const rows = await queryPrepared(
    pool,
    sql`SELECT ${ENTRY_WITH_DRAFTS} FROM entries e WHERE e.project_id = ${projectId} AND e.id = ${entryId}`,
    ENTRY_ROW,
  );
  if (!rows[0]) throw new ApiError('entry.not_found');
  return toEntryRecord(rows[0]);
}

/** Paths `[locale, field]` that versions after `since` changed: at most `most` of them, and the number of all. */
export async function loadChangedPaths(
  pool: Queryable,
  projectId: string,
  entryId: string,
  since: number,
  most: number,
): Promise<{ readonly paths: [string, string][]; readonly count: number }> {
  const rows = await query(
    pool,
    sql`SELECT path, (count(*) OVER ())::int AS count FROM (
      SELECT DISTINCT path
      FROM entries e JOIN entry_versions v ON v.entry_id = e.id, jsonb_array_elements(v.changed_paths) AS path
      WHERE e.id = ${entryId} AND e.project_id = ${projectId} AND v.version > ${since}) changed ORDER BY path LIMIT ${most}`,
    { path: json<[string, string]>(), count: int },
  );
  return { paths: rows.map((row) => row.path), count: rows[0]?.count ?? 0 };
}

export function toEntryRecord({ drafts, live, ...entry }: EntryRow): EntryRecord {
  const record = {
    ...entry,
    drafts: new Map<string, DraftState>(),
    draftMentions: new Map<string, Mentioned>(),
    live: new Map<string, LiveState>(),
    liveValues: new Map<string, StoredValues>(),
  };
  for (const { locale, refersTo, assets, asset_fields, ...draft } of drafts ?? []) {
    record.drafts.set(locale, draft);
    record.draftMentions.set(locale, { refersTo, assetUses: toAssetUses({ assets, asset_fields }) });
  }
  for (const { locale, publishedAt, assets, asset_fields, values, ...state } of live ?? []) {
    const assetUses = toAssetUses({ assets, asset_fields });
    record.live.set(locale, { ...state, publishedAt: new Date(publishedAt), assetUses });
    if (values) record.liveValues.set(locale, values);
  }
  return record;
}
