import type { UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import { json, list, nullable, text } from '../platform/database/row.ts';
import { emptySql, type Queryable, query, queryPrepared, rowsOf, type Sql, sql } from '../platform/database/sql.ts';
import type { ContentAsset } from './content-asset.ts';
import { type LivePageRow, type LivePages, livePagesOf, toLivePages } from './live-pages.store.ts';

/** An entry that others refer to. */
export interface MentionedEntry {
  readonly collectionKey: string;
  readonly title: string;
  readonly trashed: boolean;
}

/** A row of the table of unique values. */
export interface ClaimedValue extends UniqueValue {
  readonly entryId: string;
  readonly draft: boolean;
  readonly live: boolean;
}

/** The entries, assets and unique values that a check of an entry's values needs. */
export interface DraftDependencies {
  /** Entries that the values refer to, by id; those that don't exist are missing. */
  readonly entries: ReadonlyMap<string, MentionedEntry>;
  /** Ids of the assets that the values use; those that don't exist are missing. */
  readonly assets: ReadonlySet<string>;
  /** Unique values that the entry holds, and those of the parameter `unique` that others hold. */
  readonly claims: readonly ClaimedValue[];
}

type Identified<Row> = readonly (Row & { readonly id: string })[];

/** Looks up the entries and assets that values mention and the holders of unique values, in one statement. */
export async function loadDraftDependencies(
  client: Queryable,
  lookup: {
    readonly projectId: string;
    readonly collectionKey: string;
    readonly entryId: string;
    readonly mentioned?: readonly string[];
    readonly assets?: readonly string[];
    readonly unique: readonly UniqueValue[];
  },
): Promise<DraftDependencies> {
  const { projectId, collectionKey, entryId, mentioned = [], assets = [], unique } = lookup;
  // OFFSET prevents a join, for which the planner may read the values of a whole collection.
  const [row] = await queryPrepared(
    client,
    sql`SELECT
      (${entriesByIds(projectId, mentioned)}) AS entries,
      (SELECT array_agg(a.id) FROM assets a
        WHERE a.project_id = ${projectId} AND a.id = ANY(${assets}::text[])) AS assets,
      (SELECT json_agg(u) FROM (
        SELECT field, locale, value, entry_id AS "entryId", draft, live FROM unique_values
          WHERE entry_id = ${entryId} AND project_id = ${projectId} AND collection_key = ${collectionKey}
        UNION
        SELECT other.* FROM ${rowsOf('a', unique, {
          field: ['text', ({ field }) => field],
          locale: ['text', ({ locale }) => locale],
          value: ['text', ({ value }) => value],
        })},
          LATERAL (SELECT u.field, u.locale, u.value, u.entry_id, u.draft, u.live FROM unique_values u
            WHERE u.project_id = ${projectId} AND u.collection_key = ${collectionKey} AND u.field = a.field
              AND u.locale = a.locale AND u.value = a.value OFFSET 0) other) u) AS held`,
    {
      entries: nullable(json<Identified<MentionedEntry>>()),
      assets: nullable(list(text)),
      held: nullable(json<ClaimedValue[]>()),
    },
  );
  return { entries: byId(row?.entries), assets: new Set(row?.assets ?? []), claims: row?.held ?? [] };
}

/** The current entries and assets that values mention. */
export interface MentionedContent {
  /** Entries by id; those that don't exist are missing. */
  readonly mentioned: ReadonlyMap<string, MentionedEntry>;
  /** Assets by id; those that don't exist are missing. */
  readonly assets: ReadonlyMap<string, ContentAsset>;
  /** Where the pages of live entries are: of these, and of those that mention them. */
  readonly pages: LivePages;
}

/**
 * The entries and assets of a project with these ids. Runs no statement when there are no ids.
 *
 * @param paged entries whose pages are needed besides; null when no collection says where its pages are
 */
export async function loadMentioned(
  pool: Pool,
  projectId: string,
  entryIds: readonly string[],
  assetIds: readonly string[],
  paged: readonly string[] | null,
): Promise<MentionedContent> {
  if (entryIds.length + assetIds.length + (paged?.length ?? 0) === 0) {
    return { mentioned: new Map(), assets: new Map(), pages: new Map() };
  }
  const [row] = await query(
    pool,
    sql`SELECT (${entriesByIds(projectId, entryIds)}) AS entries, (${assetsByIds(projectId, assetIds)}) AS assets,
      (${pagesByIds(projectId, entryIds, paged)}) AS pages`,
    {
      entries: nullable(json<Identified<MentionedEntry>>()),
      assets: nullable(json<ContentAsset[]>()),
      pages: nullable(json<LivePageRow[]>()),
    },
  );
  return { mentioned: byId(row?.entries), assets: byId(row?.assets), pages: toLivePages(row?.pages) };
}

function pagesByIds(projectId: string, mentioned: readonly string[], paged: readonly string[] | null): Sql {
  return paged ? livePagesOf(projectId, [...mentioned, ...paged]) : sql`SELECT NULL::json`;
}

/** An entry that others refer to, with the locales in which it's live. */
interface MentionedLive extends MentionedEntry {
  readonly liveIn: readonly string[];
}

/** The facts about other entries that publishing needs. */
export interface PublishDependencies extends MentionedContent {
  readonly mentioned: ReadonlyMap<string, MentionedLive>;
  /** Entry → the unique values that it holds, each a JSON array of `field`, `locale` and `value`. */
  readonly claims: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The facts with the titles that a reader may see. Others are replaced by the entry's id, since errors and warnings quote them.
 *
 * @param reads the collections that the reader may read; null for all
 */
export function withReadableTitles<Facts extends MentionedContent>(
  reads: readonly string[] | null,
  facts: Facts,
): Facts {
  if (reads === null) return facts;
  const readable = Array.from(facts.mentioned, ([id, entry]) => {
    return [id, reads.includes(entry.collectionKey) ? entry : { ...entry, title: id }] as const;
  });
  return { ...facts, mentioned: new Map(readable) };
}

/** The entries and assets with these ids, and the unique values of `claimantIds`: one statement, or none without ids. */
export async function loadPublishDependencies(
  pool: Pool,
  projectId: string,
  ids: {
    readonly mentionedIds: readonly string[];
    readonly assetIds: readonly string[];
    readonly claimantIds?: readonly string[];
    /** Entries whose pages are needed besides; null when no collection says where its pages are. */
    readonly pagedIds: readonly string[] | null;
  },
): Promise<PublishDependencies> {
  const { mentionedIds, assetIds, claimantIds = [], pagedIds } = ids;
  if (mentionedIds.length + assetIds.length + claimantIds.length + (pagedIds?.length ?? 0) === 0) {
    return { mentioned: new Map(), assets: new Map(), claims: new Map(), pages: new Map() };
  }
  const live = sql`, 'liveIn', ARRAY(SELECT l.locale FROM publications l
    WHERE l.project_id = ${projectId} AND l.entry_id = e.id AND l.until_seq IS NULL)`;
  const [row] = await query(
    pool,
    sql`SELECT
      (${entriesByIds(projectId, mentionedIds, live)}) AS entries,
      (${assetsByIds(projectId, assetIds)}) AS assets,
      (SELECT json_agg(json_build_object('id', h.entry_id, 'values', h.values)) FROM (
        SELECT entry_id, json_agg(json_build_array(field, locale, value)) AS values
        FROM unique_values WHERE project_id = ${projectId} AND entry_id = ANY(${claimantIds}::text[]) AND draft
          GROUP BY entry_id) h) AS held,
      (${pagesByIds(projectId, mentionedIds, pagedIds)}) AS pages`,
    {
      assets: nullable(json<ContentAsset[]>()),
      entries: nullable(json<Identified<MentionedLive>>()),
      pages: nullable(json<LivePageRow[]>()),
      held: nullable(json<{ id: string; values: [string, string, string][] }[]>()),
    },
  );
  return {
    mentioned: byId(row?.entries),
    assets: byId(row?.assets),
    pages: toLivePages(row?.pages),
    claims: new Map((row?.held ?? []).map(({ id, values }) => [id, new Set(values.map((one) => JSON.stringify(one)))])),
  };
}

/** Query for entries as one JSON value of `MentionedEntry`; null when there are none. */
function entriesByIds(projectId: string, ids: readonly string[], more: Sql = emptySql): Sql {
  return sql`SELECT json_agg(json_build_object('id', e.id, 'collectionKey', e.collection_key,
      'title', e.title, 'trashed', e.trashed_at IS NOT NULL${more}))
    FROM entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::text[])`;
}

/** Query for assets as one JSON value of `ContentAsset`; null when there are none. */
function assetsByIds(projectId: string, ids: readonly string[]): Sql {
  return sql`SELECT json_agg(json_build_object('id', a.id, 'stage', a.stage, 'trashed', a.trashed_at IS NOT NULL,
      'filename', a.filename, 'mime', a.mime, 'width', a.width, 'height', a.height, 'altText', a.alt_text,
      'decorative', a.decorative, 'caption', a.caption, 'credit', a.credit, 'rights', a.rights,
      'focalPoint', a.focal_point, 'placeholder', a.placeholder,
      'renditions', a.renditions, 'rowVersion', a.xmin::text))
    FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${ids}::text[])`;
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[] | null | undefined): ReadonlyMap<string, Row> {
  return new Map((rows ?? []).map((row) => [row.id, row]));
}
