import type { EntryPage, PathClaim } from '@stele/schema';
import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import { ENTRY_ROW, entryColumns, toEntryRecord } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { int, json, list, nullable, type RowOf, text } from '../../platform/database/row.ts';
import { type Connection, execute, query, rowsOf, type Sql, sql } from '../../platform/database/sql.ts';

/** Published content of an entry in a locale, with where its page is. */
export interface LivePlace {
  readonly entryId: string;
  readonly locale: string;
  readonly collectionKey: string;
  /** The schema that the values follow. */
  readonly conformsTo: number;
  readonly contentHash: string;
  readonly refersTo: readonly string[];
  readonly values: LocaleValues;
  readonly page: EntryPage | null;
}

const PLACE_ROW = {
  entryId: text,
  locale: text,
  collectionKey: text,
  conformsTo: int,
  contentHash: text,
  refersTo: list(text),
  values: nullable(json<LocaleValues>()),
  page: nullable(json<EntryPage>()),
};

/** Columns of `PLACE_ROW`, from a row `l` of the ledger and its content `c`. */
const PLACE = sql`l.entry_id AS "entryId", l.locale, l.collection_key AS "collectionKey", l.conforms_to AS "conformsTo",
  l.content_hash AS "contentHash", c.refers_to AS "refersTo", ${LIVE_VALUES} AS values,
  (SELECT json_build_object('path', p.path, 'parent', p.parent_id, 'depth', p.depth) FROM live_pages p
    WHERE p.project_id = l.project_id AND p.entry_id = l.entry_id AND p.locale = l.locale) AS page`;

/** Live content of some entries, and of all pages above them. */
export async function loadPlaces(pool: Pool, projectId: string, ids: readonly string[]): Promise<LivePlace[]> {
  const rows = await query(
    pool,
    sql`WITH RECURSIVE wanted(id) AS (
        SELECT unnest(${ids}::text[])
        UNION SELECT p.parent_id FROM wanted w JOIN live_pages p ON p.project_id = ${projectId} AND p.entry_id = w.id
          WHERE p.parent_id IS NOT NULL
      )
      SELECT ${PLACE} FROM wanted w
      JOIN publications l ON l.project_id = ${projectId} AND l.entry_id = w.id AND l.until_seq IS NULL
      JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash`,
    PLACE_ROW,
  );
  return rows.filter(isComplete);
}

/** Live content that refers to any of some entries. */
export async function loadReferringPlaces(pool: Pool, projectId: string, ids: readonly string[]): Promise<LivePlace[]> {
  // A subquery hides the ids from the planner. For ids that it thinks frequent, it would scan whole tables.
  const rows = await query(
    pool,
    sql`SELECT ${PLACE} FROM (
        SELECT hash, refers_to FROM contents WHERE project_id = ${projectId} AND refers_to && (SELECT ${ids}::text[]) OFFSET 0
      ) c
      JOIN publications l ON l.project_id = ${projectId} AND l.content_hash = c.hash AND l.until_seq IS NULL`,
    PLACE_ROW,
  );
  return rows.filter(isComplete);
}

type PlaceRow = RowOf<typeof PLACE_ROW>;

function isComplete(row: PlaceRow): row is PlaceRow & { readonly values: LocaleValues } {
  return row.values !== null;
}

/** The live entries that are at some paths. */
export async function loadPathOwners(
  pool: Pool,
  projectId: string,
  claims: readonly PathClaim[],
): Promise<(PathClaim & { readonly entryId: string })[]> {
  if (claims.length === 0) return [];
  return query(
    pool,
    sql`SELECT p.locale, c.path, p.entry_id AS "entryId" FROM ${rowsOf('c', claims, {
      locale: ['text', ({ locale }) => locale],
      path: ['text', ({ path }) => path],
    })}
      JOIN live_pages p ON p.project_id = ${projectId} AND p.locale = c.locale AND p.path = c.path
      JOIN publications l ON l.project_id = p.project_id AND l.entry_id = p.entry_id AND l.locale = p.locale
        AND l.until_seq IS NULL`,
    { locale: text, path: text, entryId: text },
  );
}

/** Entries as a round changes them, without the values of their drafts. */
export async function loadFollowing(pool: Pool, projectId: string, ids: readonly string[]): Promise<EntryRecord[]> {
  if (ids.length === 0) return [];
  const rows = await query(
    pool,
    sql`SELECT ${entryColumns({ draft: false, live: false })} FROM entries e
      WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::text[])`,
    ENTRY_ROW,
  );
  return rows.map(toEntryRecord);
}

/**
 * Writes where pages are. Two may change places, so all rows go first; and with them those at the same paths whose entries aren't live,
 * which a process of an earlier release may have left.
 *
 * @param pages by `pageKey`; null for those that go
 */
export async function writeLivePages(
  tx: Connection,
  projectId: string,
  pages: ReadonlyMap<string, EntryPage | null>,
): Promise<void> {
  if (pages.size === 0) return;
  const changes = [...pages].map(([key, page]) => {
    const [entryId = '', locale = ''] = key.split(' ');
    return { entryId, locale, page };
  });
  const rows = (of: typeof changes): Sql =>
    rowsOf('c', of, {
      entry_id: ['text', ({ entryId }) => entryId],
      locale: ['text', ({ locale }) => locale],
      path: ['text', ({ page }) => page?.path],
      parent_id: ['text', ({ page }) => page?.parent],
      depth: ['int', ({ page }) => page?.depth],
    });
  await execute(
    tx,
    sql`DELETE FROM live_pages p USING (SELECT c.entry_id, c.locale FROM ${rows(changes)}
        UNION SELECT o.entry_id, o.locale FROM ${rows(changes)} JOIN live_pages o
          ON o.project_id = ${projectId} AND o.locale = c.locale AND o.path = c.path
          WHERE NOT EXISTS (SELECT FROM publications l WHERE l.project_id = o.project_id AND l.entry_id = o.entry_id
            AND l.locale = o.locale AND l.until_seq IS NULL)) gone
      WHERE p.project_id = ${projectId} AND p.entry_id = gone.entry_id AND p.locale = gone.locale`,
  );
  const there = changes.filter(({ page }) => page !== null);
  if (there.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO live_pages (project_id, entry_id, locale, path, parent_id, depth)
      SELECT ${projectId}, c.entry_id, c.locale, c.path, c.parent_id, c.depth FROM ${rows(there)}`,
  );
}

/** Writes again where all pages of a project are, as its published content says. */
export async function rebuildLivePages(tx: Connection, projectId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM live_pages WHERE project_id = ${projectId}`);
  await execute(
    tx,
    sql`INSERT INTO live_pages (project_id, entry_id, locale, path, parent_id, depth)
      SELECT l.project_id, l.entry_id, l.locale, p.page ->> 'path', p.page ->> 'parent', (p.page ->> 'depth')::int
      FROM publications l JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
      CROSS JOIN LATERAL (SELECT c.json::jsonb -> '_page' AS page OFFSET 0) p
      WHERE l.project_id = ${projectId} AND l.until_seq IS NULL AND c.json LIKE '%"_page":%' AND p.page IS NOT NULL`,
  );
}

/**
 * Ids of live entries of some collections after one, in order; and of those that have a page although no collection says so. With
 * `isLacking`, only those that have no path somewhere.
 */
export async function findPaged(
  pool: Pool,
  projectId: string,
  collections: readonly string[],
  { after, most, isLacking }: { readonly after: string; readonly most: number; readonly isLacking: boolean },
): Promise<string[]> {
  const rows = await query(
    pool,
    sql`SELECT DISTINCT l.entry_id AS id FROM publications l
      WHERE l.project_id = ${projectId} AND l.until_seq IS NULL AND l.entry_id > ${after}
        AND (l.collection_key = ANY(${collections}::text[]) OR EXISTS (SELECT FROM live_pages p
          WHERE p.project_id = l.project_id AND p.entry_id = l.entry_id))
        AND NOT (${isLacking} AND EXISTS (SELECT FROM live_pages p WHERE p.project_id = l.project_id
          AND p.entry_id = l.entry_id AND p.locale = l.locale AND p.path IS NOT NULL))
      ORDER BY 1 LIMIT ${most}`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}
