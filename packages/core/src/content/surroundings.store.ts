import type { UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import { type Queryable, query, queryPrepared, sql } from '../platform/database/sql.ts';
import type { ContentAsset } from './content-asset.ts';
import { contentAssets } from './content-assets.store.ts';

/** An entry that others refer to. */
export interface MentionedEntry {
  readonly collectionKey: string;
  readonly trashed: boolean;
}

/** A row of the table of unique values. */
export interface HeldValue extends UniqueValue {
  readonly entryId: string;
  readonly draft: boolean;
  readonly live: boolean;
}

/** What an entry's values have to do with other entries. */
export interface Surroundings {
  /** Entries that the values refer to, by id; those that don't exist are missing. */
  readonly entries: ReadonlyMap<string, MentionedEntry>;
  /** Those of the assets that the values use which exist. */
  readonly assets: ReadonlySet<string>;
  /** Unique values that the entry holds, and those of the values asked for that others hold. */
  readonly held: readonly HeldValue[];
}

/** Looks up the entries and assets that values mention and who holds the values that must be unique, in one statement. */
export async function loadSurroundings(
  client: Queryable,
  asked: {
    readonly projectId: string;
    readonly collectionKey: string;
    readonly entryId: string;
    readonly mentioned: readonly string[];
    readonly assets: readonly string[];
    readonly unique: readonly UniqueValue[];
  },
): Promise<Surroundings> {
  const { projectId, collectionKey, entryId, mentioned, assets, unique } = asked;
  // OFFSET keeps the planner from joining, for which it may read the values of a whole collection.
  const rows = await queryPrepared<{
    entries: { id: string; collection: string; trashed: boolean }[] | null;
    assets: string[] | null;
    held: HeldValue[] | null;
  }>(
    client,
    sql`SELECT
      (SELECT json_agg(json_build_object('id', e.id, 'collection', e.collection_key, 'trashed', e.trashed_at IS NOT NULL))
        FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${mentioned}::text[])) AS entries,
      (SELECT array_agg(a.id) FROM assets a
        WHERE a.project_id = ${projectId} AND a.id = ANY(${assets}::text[])) AS assets,
      (SELECT json_agg(u) FROM (
        SELECT field, locale, value, entry_id AS "entryId", draft, live FROM unique_values
          WHERE entry_id = ${entryId} AND project_id = ${projectId} AND collection_key = ${collectionKey}
        UNION
        SELECT other.* FROM unnest(${unique.map(({ field }) => field)}::text[],
            ${unique.map(({ locale }) => locale)}::text[], ${unique.map(({ value }) => value)}::text[])
            AS a(field, locale, value),
          LATERAL (SELECT u.field, u.locale, u.value, u.entry_id, u.draft, u.live FROM unique_values u
            WHERE u.project_id = ${projectId} AND u.collection_key = ${collectionKey} AND u.field = a.field
              AND u.locale = a.locale AND u.value = a.value OFFSET 0) other) u) AS held`,
  );
  return {
    entries: mentionedEntries(rows[0]?.entries ?? []),
    assets: new Set(rows[0]?.assets ?? []),
    held: rows[0]?.held ?? [],
  };
}

/** What values mention, as it is now. */
export interface Found {
  /** Entries by id; those that don't exist are missing. */
  readonly mentioned: ReadonlyMap<string, MentionedEntry>;
  /** Assets by id; those that don't exist are missing. */
  readonly assets: ReadonlyMap<string, ContentAsset>;
}

/** The entries and assets of a project by their ids; without a statement when none is asked for. */
export async function loadMentioned(
  pool: Pool,
  projectId: string,
  entryIds: readonly string[],
  assetIds: readonly string[],
): Promise<Found> {
  if (entryIds.length + assetIds.length === 0) return { mentioned: new Map(), assets: new Map() };
  const rows = await query<{
    entries: { id: string; collection: string; trashed: boolean }[] | null;
    assets: ContentAsset[] | null;
  }>(
    pool,
    sql`SELECT
      (SELECT json_agg(json_build_object('id', e.id, 'collection', e.collection_key, 'trashed', e.trashed_at IS NOT NULL))
        FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds}::text[])) AS entries,
      (${contentAssets(projectId, assetIds)}) AS assets`,
  );
  return { mentioned: mentionedEntries(rows[0]?.entries ?? []), assets: byId(rows[0]?.assets) };
}

function byId(assets: readonly ContentAsset[] | null | undefined): ReadonlyMap<string, ContentAsset> {
  return new Map((assets ?? []).map((asset) => [asset.id, asset]));
}

function mentionedEntries(
  rows: readonly { readonly id: string; readonly collection: string; readonly trashed: boolean }[],
): ReadonlyMap<string, MentionedEntry> {
  return new Map(rows.map((row) => [row.id, { collectionKey: row.collection, trashed: row.trashed }]));
}

/** An entry that others refer to, and where it's live. */
export interface MentionedLive extends MentionedEntry {
  readonly title: string;
  readonly liveIn: readonly string[];
}

/** What publishing some entries has to do with others. */
export interface Neighbours extends Found {
  readonly mentioned: ReadonlyMap<string, MentionedLive>;
  /** Unique values that each of them holds, as `field`, `locale` and `value` in JSON. */
  readonly held: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Looks up the entries and assets that some mention, and the unique values that some hold: one statement, or none. */
export async function loadNeighbours(
  pool: Pool,
  projectId: string,
  {
    mentionedIds,
    assetIds,
    holderIds,
  }: {
    readonly mentionedIds: readonly string[];
    readonly assetIds: readonly string[];
    readonly holderIds: readonly string[];
  },
): Promise<Neighbours> {
  if (mentionedIds.length + assetIds.length + holderIds.length === 0) {
    return { mentioned: new Map(), assets: new Map(), held: new Map() };
  }
  const rows = await query<{
    assets: ContentAsset[] | null;
    entries: { id: string; collection: string; trashed: boolean; title: string; live_in: string[] }[] | null;
    held: { id: string; values: [string, string, string][] }[] | null;
  }>(
    pool,
    sql`SELECT
      (SELECT json_agg(json_build_object('id', e.id, 'collection', e.collection_key, 'trashed', e.trashed_at IS NOT NULL,
          'title', e.title, 'live_in', ARRAY(SELECT l.locale FROM publications l
            WHERE l.project_id = ${projectId} AND l.entry_id = e.id AND l.until_seq IS NULL)))
        FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${mentionedIds}::text[])) AS entries,
      (${contentAssets(projectId, assetIds)}) AS assets,
      (SELECT json_agg(json_build_object('id', h.entry_id, 'values', h.values)) FROM (
        SELECT entry_id, json_agg(json_build_array(field, locale, value)) AS values
        FROM unique_values WHERE project_id = ${projectId} AND entry_id = ANY(${holderIds}::text[]) AND draft
          GROUP BY entry_id) h) AS held`,
  );
  return {
    mentioned: new Map(
      (rows[0]?.entries ?? []).map(({ id, collection, trashed, title, live_in: liveIn }) => [
        id,
        { collectionKey: collection, trashed, title, liveIn },
      ]),
    ),
    assets: byId(rows[0]?.assets),
    held: new Map(
      (rows[0]?.held ?? []).map(({ id, values }) => [id, new Set(values.map((value) => JSON.stringify(value)))]),
    ),
  };
}
